# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``measurement_node``: configure brings a system up, activate samples it while goals are driven,
deactivate writes the record, cleanup tears the system down.

Two threads share the work. Processes die with the thread that started them, so everything that
starts, watches or ends them is done by the main thread; it also gets the signals. A second thread
spins the node: its callbacks hand a transition over to the main thread and wait for the answer,
which comes in every case, if need be because the main thread gives up. Lifecycle services are
reentrant and have two executor threads, so that the state can be asked for meanwhile. The
session's own node has a thread of its own, hence a transition that waits for services and
topics of the system under test does not wait for itself.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from typing import Any

import rclpy
from diagnostic_msgs.msg import DiagnosticArray
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.lifecycle import LifecycleNodeMixin, LifecycleState, TransitionCallbackReturn
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from nav2_composition_bench.bringup.interruption import stopping_signals_raise
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.measurement_node.diagnostics import TOPIC, diagnostics
from nav2_composition_bench.measurement_node.hand_over import HandOver
from nav2_composition_bench.measurement_node.measurement import Measurement
from nav2_composition_bench.measurement_node.parameters import PARAMETERS, measured
from nav2_composition_bench.sampling.live import LiveWatch, Readings
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.executor import SilentProgress
from nav2_composition_bench.trial.goal_legs import LegsSeen
from nav2_composition_bench.trial.live import LiveStatus, LiveTrial
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.trial_line import describe_result, describe_trial

NAME = "measurement_node"
COMPLETE, GIVEN_UP, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

_PUBLISH_EVERY_S = 1.0
_SUCCESS = TransitionCallbackReturn.SUCCESS
_FAILURE = TransitionCallbackReturn.FAILURE
_ERROR = TransitionCallbackReturn.ERROR


class MeasurementNode(LifecycleNodeMixin, Node):
    """The managed node; made, used and ended by the main thread.

    :ivar fault: what the user has to mend, from the transition that failed last; None without.
    """

    def __init__(self, context: Context) -> None:
        Node.__init__(self, NAME, context=context)
        LifecycleNodeMixin.__init__(self, callback_group=ReentrantCallbackGroup())
        for parameter in PARAMETERS:
            descriptor = ParameterDescriptor(description=parameter.description, read_only=True)
            self.declare_parameter(parameter.name, parameter.default, descriptor)
        self._main: HandOver[bool] = HandOver()
        self._measurement: Measurement | None = None
        self._progress = _Progress(self)
        self._publisher = self.create_lifecycle_publisher(DiagnosticArray, TOPIC, 10)
        self._published_s = 0.0
        self.fault: UserError | None = None
        self._answer_refused_requests()
        self._stay_on_wall_time()

    # Transitions, called by whichever thread triggers them

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Bring the system up; fails with one line if that cannot be, or if it did not come up."""
        return self._transition(self._configure, otherwise=_FAILURE)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Begin to follow the goal legs.

        The sampler has run since before the nodes were active, so an early goal is whole, too.
        """
        return super().on_activate(state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """End the sampling and put the record on disk."""
        super().on_deactivate(state)
        return self._transition(self._record, otherwise=_ERROR)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Tear the system down and complete the record."""
        return self._transition(self._tear_down, otherwise=_ERROR)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """End everything, from any state."""
        return self._transition(self._close, otherwise=_ERROR)

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        """End everything; the node can be configured again."""
        return self._transition(self._close, otherwise=_FAILURE)

    # The main thread

    def serve(self) -> int:
        """Do what transitions ask for until the node is shut down; return the exit status."""
        while self.state != "finalized":
            if self.state == "active" and not self._is_sampled():
                self._sample()
            self._publish_if_due()
            self._main.serve(_PUBLISH_EVERY_S)
        return COMPLETE

    def run_trials(self) -> int | None:
        """Drive the own transitions for the trials wanted; return the exit status.

        :returns: None when somebody else asked for a transition, who has the lead from then on.
        """
        wanted = int(self.get_parameter("trials").value)
        valid = attempts = 0
        while valid < wanted:
            record = self._run_trial()
            if record is None:
                return None if self.fault is None else BAD_INPUT
            valid, attempts = (valid + 1, 0) if record.valid else (valid, attempts + 1)
            assert self._measurement is not None
            if attempts == self._measurement.measured.study.max_attempts:
                self.get_logger().error(
                    f"given up: {record.composition}, block {record.block + 1}, had no valid trial"
                    f" ({record.invalid_reason})"
                )
                return GIVEN_UP
        return COMPLETE

    def table(self) -> list[str]:
        """Return the table of this composition's trials, those of earlier runs included."""
        from nav2_composition_bench.report.table import table_one  # slow to import

        if self._measurement is None:
            return []
        arm = self._measurement.measured.composition.value
        records = [r for r in self._measurement.records if r.composition == arm]
        if not records:
            return []
        return [*table_one(records), f"records: {self._measurement.measured.directory}"]

    def end(self) -> None:
        """End everything that runs, and let no callback wait any longer; may be called twice."""
        self._main.close()
        if self._measurement is not None:
            self._measurement.close()

    @property
    def state(self) -> str:
        """Label of the lifecycle state."""
        return str(self._state_machine.current_state[1])

    def legs(self) -> LegsSeen:
        """The goal legs of the trial that is configured."""
        trial = self._measurement.trial if self._measurement else None
        return trial.legs if trial else LegsSeen(())

    def _run_trial(self) -> TrialRecord | None:
        """Take one trial through all transitions; None if that did not get to a record."""
        before = len(self._records())
        self.fault = None
        if self.trigger_configure() != _SUCCESS:
            return self._records()[-1] if len(self._records()) > before else None
        self.trigger_activate()
        self._sample()
        while not self._main.is_idle:
            self._main.serve(0.0)
        for state, trigger in (("active", self.trigger_deactivate), ("inactive", self.trigger_cleanup)):
            if self.state != state or trigger() != _SUCCESS:
                return None
        return self._records()[-1]

    def _configure(self) -> bool:
        if self._measurement is None:
            self._measurement = self._asked_for()
        return self._measurement.bring_up() is None

    def _asked_for(self) -> Measurement:
        """:raises UserError: if the parameters do not fit."""
        rmw = rclpy.get_rmw_implementation_identifier()
        asked = measured(
            {parameter.name: self.get_parameter(parameter.name).value for parameter in PARAMETERS},
            use_sim_time=bool(self.get_parameter("use_sim_time").value),
            rmw=rmw,
            ros_distro=os.environ.get("ROS_DISTRO"),
        )
        name = self.get_fully_qualified_name()
        return Measurement(asked, self.context, name, rmw, self._progress)

    def _record(self) -> bool:
        assert self._measurement is not None
        self._measurement.record()
        return True

    def _tear_down(self) -> bool:
        assert self._measurement is not None
        self._measurement.tear_down()
        return True

    def _close(self) -> bool:
        if self._measurement is not None:
            self._measurement.close()
        return True

    def _sample(self) -> None:
        assert self._measurement is not None
        self._measurement.sample(self._goes_on)
        if self._main.is_idle:
            self.get_logger().info("the legs are over; deactivate writes the record")

    def _goes_on(self) -> bool:
        self._publish_if_due()
        return self._main.is_idle

    def _is_sampled(self) -> bool:
        return self._measurement is not None and self._measurement.is_sampled

    def _records(self) -> tuple[TrialRecord, ...]:
        return self._measurement.records if self._measurement else ()

    def _publish_if_due(self) -> None:
        """Publish what the sampler has told last; it is asked for nothing."""
        now_s = time.monotonic()
        if self.state != "active" or now_s - self._published_s < _PUBLISH_EVERY_S:
            return
        assert self._measurement is not None
        self._published_s = now_s
        asked = self._measurement.measured
        message = diagnostics(
            self._progress.look(),
            phase=self._progress.current_phase,
            composition=asked.composition.value,
            machine=asked.machine,
        )
        self._publisher.publish(message)

    def _transition(
        self, step: Callable[[], bool], otherwise: TransitionCallbackReturn
    ) -> TransitionCallbackReturn:
        """Have a step done by the main thread.

        :param otherwise: the answer where the user has something to mend.
        """
        try:
            return _SUCCESS if self._main.call(step) else _FAILURE
        except UserError as error:
            self.fault = error
            self.get_logger().error(str(error))
            return otherwise
        except CancelledError:  # the main thread ends everything itself
            return _FAILURE
        except Exception:  # rclpy would drop the traceback
            traceback.print_exc()
            return _ERROR

    def _answer_refused_requests(self) -> None:
        """Answer False to a transition that the state does not allow.

        rclpy lets the exception escape, which would end the spinning thread and leave the caller
        without an answer.
        """
        change_state = self._service_change_state.callback

        def answered(request: Any, response: Any) -> Any:
            try:
                return change_state(request, response)
            except rclpy_implementation.RCLError:
                wanted = request.transition.label or request.transition.id
                self.get_logger().warning(f"transition {wanted} is not possible in {self.state}")
                response.success = False
                return response

        self._service_change_state.callback = answered

    def _stay_on_wall_time(self) -> None:
        # use_sim_time is for the nodes under test; here it would cost a subscription to a fast
        # /clock, and every duration is of the monotonic clock anyway.
        self._time_source.ros_time_is_active = False


class _Progress(SilentProgress):
    """Says in the node's log how far a trial is, and knows where live figures come from."""

    def __init__(self, node: MeasurementNode) -> None:
        self._node = node
        self._live: LiveTrial | None = None
        self.current_phase = ""

    def trial_started(self, spec: TrialSpec) -> None:
        """Name the trial."""
        self._say(describe_trial(spec))

    def phase(self, name: str) -> None:
        """Name the phase."""
        self.current_phase = name
        self._say(name)

    def sampling(self, readings: Readings | None, labels: Mapping[int, str]) -> None:
        """Note where figures come from."""
        self._live = (
            None if readings is None else LiveTrial(LiveWatch(readings, labels), self._node.legs)
        )

    def trial_finished(self, record: TrialRecord) -> None:
        """Say how it ended."""
        self._say(describe_result(record))

    def note(self, text: str) -> None:
        """Say it."""
        self._say(text)

    def look(self) -> LiveStatus:
        """Return the figures of the moment."""
        return LiveStatus(None) if self._live is None else self._live.look()

    def _say(self, text: str) -> None:
        self._node.get_logger().info(text)


class _Spinning:
    """Spins a node in a thread of its own; a context manager."""

    def __init__(self, node: Node, context: Context) -> None:
        self._executor = MultiThreadedExecutor(num_threads=2, context=context)
        self._executor.add_node(node)
        self._thread = threading.Thread(target=self._spin, name=f"{NAME}_ros", daemon=True)

    def __enter__(self) -> _Spinning:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        # Waits for callbacks that are being run, such as the answer to a shutdown request.
        self._executor.shutdown(timeout_sec=5.0)
        self._thread.join(timeout=5.0)

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except ExternalShutdownException:
            pass


def main() -> int:
    """Run the node; return its exit status.

    With autostart 0 when the trials are done, 1 when they were given up, 2 when the user has
    something to mend; 130 after SIGINT, SIGTERM or SIGHUP, with everything ended.
    """
    context = Context()
    rclpy.init(args=sys.argv, context=context, signal_handler_options=SignalHandlerOptions.NO)
    try:
        with stopping_signals_raise():
            node = MeasurementNode(context)
            try:
                with _Spinning(node, context):
                    try:
                        return _run(node)
                    finally:
                        node.end()
            finally:
                node.destroy_node()
    except KeyboardInterrupt:
        return INTERRUPTED
    except UserError as error:
        print(f"{NAME}: error: {error}", file=sys.stderr)
        return BAD_INPUT
    finally:
        context.try_shutdown()


def _run(node: MeasurementNode) -> int:
    if not node.get_parameter("autostart").value:
        return node.serve()
    status = node.run_trials()
    for line in node.table():
        print(line, flush=True)
    if status is not None:
        return status
    node.serve()
    return GIVEN_UP  # somebody took the lead before the trials were done
