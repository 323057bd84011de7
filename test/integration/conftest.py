# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests that drive real processes."""

from process_fixtures import begin, domain_id, interruptible, log_directory, ros_logs

__all__ = ["begin", "domain_id", "interruptible", "log_directory", "ros_logs"]
