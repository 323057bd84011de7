# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the node's transitions do: one trial after the other, recorded as nav2-bench run does."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.measurement_node.next_trial import next_trial
from nav2_composition_bench.measurement_node.parameters import Measured
from nav2_composition_bench.processes.interruption import stopping_signals_held
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.trial.filing import file_provenance
from nav2_composition_bench.trial.process_trial import ProcessTrialRunner
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.running_trial import RunningTrial
from nav2_composition_bench.trial.store import StudyStore, open_store
from nav2_composition_bench.trial.trial_runner import Progress


class Measurement:
    """The study, its session and the trial that runs; for the main thread.

    :param context: the node's rclpy context, which the session shares.
    :param node_name: fully qualified; it belongs on the domain as well.
    :param rmw: middleware that this process runs with.
    """

    def __init__(
        self, measured: Measured, context: Any, node_name: str, rmw: str, progress: Progress
    ) -> None:
        self.measured = measured
        self._context = context
        self._node_name = node_name
        self._rmw = rmw
        self._progress = progress
        self._open = ExitStack()
        self._store: StudyStore | None = None
        self._runner: ProcessTrialRunner | None = None
        self._trial: RunningTrial | None = None
        self._is_sampled = self._is_recorded = self._is_refused = False

    @property
    def records(self) -> tuple[TrialRecord, ...]:
        """Everything on disk of the study."""
        return self._store.records if self._store else ()

    @property
    def trial(self) -> RunningTrial | None:
        """The trial that is configured."""
        return self._trial

    @property
    def is_sampled(self) -> bool:
        """True when the trial that is configured has nothing left to be sampled."""
        return self._is_sampled

    def bring_up(self) -> TrialRecord | None:
        """Begin the next trial: bring the system up until every managed node is active.

        :returns: None, or the record of the trial if that failed; nothing of it runs then.
        :raises UserError: if no trial can be run; nothing of it runs then.
        """
        store, runner = self._opened()
        spec = next_trial(self.measured.arm, store.records)
        self._progress.trial_started(spec)
        trial = runner.begin(spec, self._progress)
        self._trial = trial
        self._is_sampled = self._is_recorded = self._is_refused = False
        try:
            trial.bring_up()
        except BringUpError as error:
            trial.fail(error)
            trial.tear_down()
            record = trial.record()
            self._trial = None
            store.append(record)
            self._progress.trial_finished(record)
            return record
        except UserError:  # nobody would clean up after a transition that failed
            self.tear_down(and_read_idle=False)
            raise
        return None

    def sample(self, keep_going: Callable[[], bool]) -> None:
        """Follow the goal legs until they are over or ``keep_going`` says False."""
        assert self._trial is not None
        self._trial.sample(keep_going)
        self._is_sampled = True

    def record(self) -> TrialRecord:
        """Put the trial's record on disk; legs that are not over are lost.

        A trial that was recorded before, and activated again, stays one trial.

        :raises UserError: if it does not fit there.
        """
        assert self._trial is not None and self._store is not None
        if not self._is_sampled:
            self.sample(lambda: False)
        record = self._trial.record()
        try:
            if self._is_recorded:
                self._store.amend(record)
            else:
                self._store.append(record)
        except UserError:
            self._is_refused = True
            raise
        self._is_recorded = True
        return record

    def tear_down(self, and_read_idle: bool = True) -> TrialRecord | None:
        """End the system, and complete the record by how it ended.

        :param and_read_idle: read the machine's speed after it, which takes seconds.
        :returns: the record, if there is one.
        :raises UserError: if it does not fit on the disk; nothing of the system runs then.
        """
        trial, self._trial = self._trial, None
        if trial is None:
            return None
        trial.tear_down()
        if not self._is_recorded or self._is_refused:
            return None
        if and_read_idle:
            trial.read_idle()
        record = trial.record()
        assert self._store is not None
        self._store.amend(record)
        self._progress.trial_finished(record)
        return record

    def close(self) -> None:
        """End everything; a trial whose legs are over is recorded first. May be called twice.

        A record that did not fit on the disk is not tried again: that was told already.

        :raises UserError: if that record does not fit on the disk; nothing runs then.
        """
        with stopping_signals_held():
            try:
                try:
                    if self._is_to_be_recorded():
                        self.record()
                finally:
                    self.tear_down(and_read_idle=False)
            finally:
                self._runner = self._store = None
                self._open.close()

    def _is_to_be_recorded(self) -> bool:
        is_filed = self._is_recorded or self._is_refused
        trial = self._trial
        return trial is not None and self._is_sampled and not is_filed and trial.legs.over

    def _opened(self) -> tuple[StudyStore, ProcessTrialRunner]:
        """Open store and session, once for all trials."""
        if self._store is None or self._runner is None:
            with ExitStack() as stack:
                settled = self.measured.settled
                store, notes = stack.enter_context(open_store(self.measured.directory))
                for note in (*settled.warnings, *notes):
                    self._progress.note(note)
                file_provenance(settled, store, may_add_arms=True)
                logs = store.directory / "logs"
                session = BringUpSession(
                    settled,
                    self._rmw,
                    logs,
                    domain_id=self._context.get_domain_id(),
                    companions=(self._node_name, *self.measured.companions),
                    context=self._context,
                )
                stack.enter_context(session)
                runner = ProcessTrialRunner(settled, session, logs)
                self._runner = stack.enter_context(runner)
                self._store = store
                self._open = stack.pop_all()
        return self._store, self._runner
