// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_map.hpp"

#include <string>
#include <vector>

#include "core_binding.hpp"
#include "expect.hpp"

namespace {

using composed_process::LoopMap;
using composed_process::usable_cores;

std::string mistake(LoopMap* map, const std::string& text) {
  std::string error;
  map->add(text, &error);
  return error;
}

TEST_CASE(NodesAreFoundInTheLoopThatNamesThem) {
  LoopMap map;
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(mistake(&map, "planner_server,/robot/map"), "");
  EXPECT_EQ(mistake(&map, "scan@" + std::to_string(usable_cores().front())), "");
  EXPECT_EQ(map.loops().size(), std::size_t{2});
  EXPECT_TRUE(map.loop_of("/planner_server") == std::size_t{0});
  EXPECT_TRUE(map.loop_of("/robot/map") == std::size_t{0});
  EXPECT_TRUE(map.loop_of("/scan") == std::size_t{1});
  EXPECT_FALSE(map.loop_of("/map").has_value());
  EXPECT_FALSE(map.loops()[0].core.has_value());
  EXPECT_TRUE(map.loops()[1].core == usable_cores().front());
}

TEST_CASE(AStarStandsForTheNodesThatNoOtherLoopNames) {
  LoopMap map;
  EXPECT_EQ(mistake(&map, "*"), "");
  EXPECT_EQ(mistake(&map, "collision_monitor"), "");
  EXPECT_TRUE(map.loop_of("/collision_monitor") == std::size_t{1});
  EXPECT_TRUE(map.loop_of("/amcl") == std::size_t{0});
  EXPECT_EQ(map.mistake_for({"/amcl", "/collision_monitor"}), "");
  EXPECT_EQ(map.mistake_for({"/amcl"}),
            "--loop names /collision_monitor, which is no node of this process");
  EXPECT_EQ(mistake(&map, "scan,*"), "--loop scan,*: * has a loop already");
}

TEST_CASE(ALoopThatIsNoneIsRefusedWithTheReason) {
  LoopMap map;
  EXPECT_EQ(mistake(&map, ""), "--loop : a node's name is empty; give NODE[,NODE]...[@CORE]");
  EXPECT_EQ(mistake(&map, "a,,b"),
            "--loop a,,b: a node's name is empty; give NODE[,NODE]...[@CORE]");
  EXPECT_EQ(mistake(&map, "a@"), "--loop a@: no core follows the @");
  EXPECT_EQ(mistake(&map, "a@-1"), "--loop a@-1: no core has the number -1");
  EXPECT_EQ(mistake(&map, "a@first"), "--loop a@first: no core has the number first");
  EXPECT_EQ(mistake(&map, "a,b,a"), "--loop a,b,a: /a has a loop already");
  EXPECT_TRUE(map.empty());
}

TEST_CASE(ACoreThatTheProcessHasNotIsAnsweredWithThoseItHas) {
  LoopMap map;
  const std::string error = mistake(&map, "a@1000");
  EXPECT_EQ(error.find("--loop a@1000: core 1000 is not among those of this process: "),
            std::size_t{0});
}

TEST_CASE(ANodeHasOneLoop) {
  LoopMap map;
  EXPECT_EQ(mistake(&map, "a,b"), "");
  EXPECT_EQ(mistake(&map, "c,/a"), "--loop c,/a: /a has a loop already");
}

TEST_CASE(AMapFitsAProcessThatHasItsNodesAndNoOthers) {
  LoopMap map;
  mistake(&map, "a");
  mistake(&map, "b");
  EXPECT_EQ(map.mistake_for({"/a", "/b"}), "");
  EXPECT_EQ(map.mistake_for({"/a"}), "--loop names /b, which is no node of this process");
  EXPECT_EQ(map.mistake_for({"/a", "/b", "/c"}), "no --loop names /c");
}

}  // namespace
