// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "placement.hpp"

#include <string>
#include <vector>

#include "core_binding.hpp"
#include "expect.hpp"

namespace {

using composed_process::Placement;
using composed_process::usable_cores;

std::string mistake(Placement* placement, const std::string& text) {
  std::string error;
  placement->add(text, &error);
  return error;
}

TEST_CASE(NodesAreFoundInTheLoopThatNamesThem) {
  Placement placement;
  EXPECT_TRUE(placement.empty());
  EXPECT_EQ(mistake(&placement, "planner_server,/robot/map"), "");
  EXPECT_EQ(mistake(&placement, "scan@" + std::to_string(usable_cores().front())), "");
  EXPECT_EQ(placement.loops().size(), std::size_t{2});
  EXPECT_TRUE(placement.loop_of("/planner_server") == std::size_t{0});
  EXPECT_TRUE(placement.loop_of("/robot/map") == std::size_t{0});
  EXPECT_TRUE(placement.loop_of("/scan") == std::size_t{1});
  EXPECT_FALSE(placement.loop_of("/map").has_value());
  EXPECT_FALSE(placement.loops()[0].core.has_value());
  EXPECT_TRUE(placement.loops()[1].core == usable_cores().front());
}

TEST_CASE(AStarStandsForTheNodesThatNoOtherLoopNames) {
  Placement placement;
  EXPECT_EQ(mistake(&placement, "*"), "");
  EXPECT_EQ(mistake(&placement, "collision_monitor"), "");
  EXPECT_TRUE(placement.loop_of("/collision_monitor") == std::size_t{1});
  EXPECT_TRUE(placement.loop_of("/amcl") == std::size_t{0});
  EXPECT_EQ(placement.mistake_for({"/amcl", "/collision_monitor"}), "");
  EXPECT_EQ(placement.mistake_for({"/amcl"}),
            "--loop names /collision_monitor, which is no node of this process");
  EXPECT_EQ(mistake(&placement, "scan,*"), "--loop scan,*: * has a loop already");
}

TEST_CASE(ALoopThatIsNoneIsRefusedWithTheReason) {
  Placement placement;
  EXPECT_EQ(mistake(&placement, ""), "--loop : a node's name is empty; give NODE[,NODE]...[@CORE]");
  EXPECT_EQ(mistake(&placement, "a,,b"),
            "--loop a,,b: a node's name is empty; give NODE[,NODE]...[@CORE]");
  EXPECT_EQ(mistake(&placement, "a@"), "--loop a@: no core follows the @");
  EXPECT_EQ(mistake(&placement, "a@-1"), "--loop a@-1: no core has the number -1");
  EXPECT_EQ(mistake(&placement, "a@first"), "--loop a@first: no core has the number first");
  EXPECT_EQ(mistake(&placement, "a,b,a"), "--loop a,b,a: /a has a loop already");
  EXPECT_TRUE(placement.empty());
}

TEST_CASE(ACoreThatTheProcessHasNotIsAnsweredWithThoseItHas) {
  Placement placement;
  const std::string error = mistake(&placement, "a@1000");
  EXPECT_EQ(error.find("--loop a@1000: core 1000 is not among those of this process: "),
            std::size_t{0});
}

TEST_CASE(ANodeHasOneLoop) {
  Placement placement;
  EXPECT_EQ(mistake(&placement, "a,b"), "");
  EXPECT_EQ(mistake(&placement, "c,/a"), "--loop c,/a: /a has a loop already");
}

TEST_CASE(APlacementFitsAProcessThatHasItsNodesAndNoOthers) {
  Placement placement;
  mistake(&placement, "a");
  mistake(&placement, "b");
  EXPECT_EQ(placement.mistake_for({"/a", "/b"}), "");
  EXPECT_EQ(placement.mistake_for({"/a"}), "--loop names /b, which is no node of this process");
  EXPECT_EQ(placement.mistake_for({"/a", "/b", "/c"}), "no --loop names /c");
}

}  // namespace
