// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_map.hpp"

#include <string>
#include <thread>
#include <vector>

#include "core_binding.hpp"
#include "expect.hpp"

namespace {

using composed_process::CoreBinding;
using composed_process::LoopMap;
using composed_process::UsableCores;

std::string Mistake(LoopMap* map, const std::string& text) {
  std::string error;
  map->Add(text, &error);
  return error;
}

TEST_CASE(NodesAreFoundInTheLoopThatNamesThem) {
  LoopMap map;
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(Mistake(&map, "planner_server,/robot/map"), "");
  EXPECT_EQ(Mistake(&map, "scan@" + std::to_string(UsableCores().front())), "");
  EXPECT_EQ(map.loops().size(), std::size_t{2});
  EXPECT_TRUE(map.LoopOf("/planner_server") == std::size_t{0});
  EXPECT_TRUE(map.LoopOf("/robot/map") == std::size_t{0});
  EXPECT_TRUE(map.LoopOf("/scan") == std::size_t{1});
  EXPECT_FALSE(map.LoopOf("/map").has_value());
  EXPECT_FALSE(map.loops()[0].core.has_value());
  EXPECT_TRUE(map.loops()[1].core == UsableCores().front());
}

TEST_CASE(ALoopThatIsNoneIsRefusedWithTheReason) {
  LoopMap map;
  EXPECT_EQ(Mistake(&map, ""), "--loop : a node's name is empty; give NODE[,NODE]...[@CORE]");
  EXPECT_EQ(Mistake(&map, "a,,b"),
            "--loop a,,b: a node's name is empty; give NODE[,NODE]...[@CORE]");
  EXPECT_EQ(Mistake(&map, "a@"), "--loop a@: no core follows the @");
  EXPECT_EQ(Mistake(&map, "a@-1"), "--loop a@-1: no core has the number -1");
  EXPECT_EQ(Mistake(&map, "a@first"), "--loop a@first: no core has the number first");
  EXPECT_EQ(Mistake(&map, "a,b,a"), "--loop a,b,a: /a has a loop already");
  EXPECT_TRUE(map.empty());
}

TEST_CASE(ACoreThatTheProcessHasNotIsAnsweredWithThoseItHas) {
  LoopMap map;
  const std::string error = Mistake(&map, "a@1000");
  EXPECT_EQ(error.find("--loop a@1000: core 1000 is not among those of this process: "),
            std::size_t{0});
}

TEST_CASE(ANodeHasOneLoop) {
  LoopMap map;
  EXPECT_EQ(Mistake(&map, "a,b"), "");
  EXPECT_EQ(Mistake(&map, "c,/a"), "--loop c,/a: /a has a loop already");
}

TEST_CASE(AMapFitsAProcessThatHasItsNodesAndNoOthers) {
  LoopMap map;
  Mistake(&map, "a");
  Mistake(&map, "b");
  EXPECT_EQ(map.MistakeFor({"/a", "/b"}), "");
  EXPECT_EQ(map.MistakeFor({"/a"}), "--loop names /b, which is no node of this process");
  EXPECT_EQ(map.MistakeFor({"/a", "/b", "/c"}), "no --loop names /c");
}

TEST_CASE(AThreadThatIsMadeMeanwhileRunsOnTheCoreAndItsMakerIsFreeAgain) {
  const std::vector<int> before = UsableCores();
  std::vector<int> inherited;
  std::thread thread;
  {
    const CoreBinding binding(before.back());
    thread = std::thread([&] { inherited = UsableCores(); });
  }
  thread.join();
  EXPECT_EQ(inherited.size(), std::size_t{1});
  EXPECT_EQ(inherited.front(), before.back());
  EXPECT_TRUE(UsableCores() == before);
}

}  // namespace
