# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The figures of README and docs, made from the committed records: ``make figures``."""
