# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The managed node: configure brings a system up, activate follows the goals, deactivate writes the
record, cleanup tears the system down.

Two threads share the work. Processes die with the thread that started them, so everything that
starts, watches or ends them is done by the main thread; it also gets the signals. A second thread
spins the node: its callbacks hand a transition over to the main thread and wait for the answer,
which comes in every case, if need be because the main thread gives up. Lifecycle services are
reentrant and have two executor threads, so that the state can be asked for meanwhile. The
session's own node has a thread of its own, hence a transition that waits for services and
topics of the system under test does not wait for itself.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import CancelledError

import rclpy
from diagnostic_msgs.msg import DiagnosticArray
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.context import Context
from rclpy.exceptions import InvalidParameterTypeException
from rclpy.lifecycle import LifecycleNodeMixin, LifecycleState, TransitionCallbackReturn
from rclpy.node import Node

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.measurement_node.diagnostics import TOPIC, diagnostics
from nav2_composition_bench.measurement_node.hand_over import HandOver
from nav2_composition_bench.measurement_node.measurement import Measurement
from nav2_composition_bench.measurement_node.node_progress import NodeProgress
from nav2_composition_bench.measurement_node.parameters import PARAMETERS, measured
from nav2_composition_bench.ros_domain.lifecycle_answers import answer_refused_requests
from nav2_composition_bench.trial.goal_legs import LegsSeen
from nav2_composition_bench.trial.record import TrialRecord

NAME = "measurement_node"

_PUBLISH_EVERY_S = 1.0
_SUCCESS = TransitionCallbackReturn.SUCCESS
_FAILURE = TransitionCallbackReturn.FAILURE
_ERROR = TransitionCallbackReturn.ERROR


class MeasurementNode(LifecycleNodeMixin, Node):
    """The managed node; made, used and ended by the main thread.

    Making one raises UserError for a parameter of another type than its default's.

    :ivar fault: what the user has to mend, from the transition that failed last; None without.
    """

    def __init__(self, context: Context) -> None:
        try:
            Node.__init__(self, NAME, context=context)
        except InvalidParameterTypeException as error:  # of use_sim_time and others of rclpy
            raise UserError(str(error)) from None
        LifecycleNodeMixin.__init__(self, callback_group=ReentrantCallbackGroup())
        for parameter in PARAMETERS:
            descriptor = ParameterDescriptor(description=parameter.description, read_only=True)
            try:
                self.declare_parameter(parameter.name, parameter.default, descriptor)
            except InvalidParameterTypeException:
                given = self._parameter_overrides[parameter.name].value
                raise UserError(
                    f"parameter {parameter.name} is {given!r}, must be of the type of its default,"
                    f" {parameter.default!r}"
                ) from None
        self._main: HandOver[bool] = HandOver()
        self._measurement: Measurement | None = None
        self._failed: TrialRecord | None = None  # of a system that did not come up
        self._progress = NodeProgress(self._say, self.legs)
        self._publisher = self.create_lifecycle_publisher(DiagnosticArray, TOPIC, 10)
        self._published_s = 0.0
        self._is_led = False  # by somebody else, who asks for transitions
        self.fault: UserError | None = None
        answer_refused_requests(self)
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

    def serve(self) -> None:
        """Do what transitions ask for until the node is shut down."""
        while self.state != "finalized":
            if self.state == "active" and not self._is_sampled():
                self._sample()
            self._publish_if_due()
            self._main.serve(_PUBLISH_EVERY_S)

    def run_trials(self) -> bool | None:
        """Drive the own transitions for the trials wanted.

        :returns: whether they are complete, False if one had no valid attempt; None when somebody
            else asked for a transition, who has the lead from then on.
        :raises UserError: if no trial can be run.
        """
        wanted = int(self.get_parameter("trials").value)
        valid = attempts = 0
        while True:  # the first refuses parameters, a number of trials below one included
            record = self._run_trial()
            if record is None:
                if self.fault is None and self._is_led:
                    return None
                raise self.fault or RuntimeError("a transition failed, see above")
            valid, attempts = (valid + 1, 0) if record.valid else (valid, attempts + 1)
            assert self._measurement is not None
            if attempts == self._measurement.measured.settled.study.max_attempts:
                self.get_logger().error(
                    f"given up: {record.arm}, block {record.block + 1}, had no valid trial"
                    f" ({record.invalid_reason})"
                )
                return False
            if valid >= wanted:
                return True

    def end(self) -> None:
        """End everything that runs, and let no callback wait any longer; may be called twice."""
        self._main.close()
        if self._measurement is not None:
            self._measurement.close()

    @property
    def measurement(self) -> Measurement | None:
        """What is measured; None before the first configure whose parameters fit."""
        return self._measurement

    @property
    def state(self) -> str:
        """Label of the lifecycle state."""
        return str(self._state_machine.current_state[1])

    def _say(self, text: str) -> None:
        self.get_logger().info(text)

    def legs(self) -> LegsSeen:
        """The goal legs of the trial that is configured."""
        trial = self._measurement.trial if self._measurement else None
        return trial.legs if trial else LegsSeen(())

    def _run_trial(self) -> TrialRecord | None:
        """Take one trial through all transitions; None if that did not get to a record."""
        self._failed = self.fault = None
        if self.trigger_configure() != _SUCCESS:
            return self._failed
        self.trigger_activate()
        self._sample()
        while not self._main.is_idle:
            self._main.serve(0.0)
        for state, trigger in (
            ("active", self.trigger_deactivate),
            ("inactive", self.trigger_cleanup),
        ):
            if self.state != state or trigger() != _SUCCESS:
                return None
        return self._records()[-1]

    def _configure(self) -> bool:
        if self._measurement is None:
            self._measurement = self._asked_for()
        self._failed = self._measurement.bring_up()
        return self._failed is None

    def _asked_for(self) -> Measurement:
        """:raises UserError: if the parameters do not fit."""
        rmw = rclpy.get_rmw_implementation_identifier()
        asked = measured(
            {parameter.name: self.get_parameter(parameter.name).value for parameter in PARAMETERS},
            use_sim_time=bool(self.get_parameter("use_sim_time").value),
            rmw=rmw,
            installation=Installation.here(),
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
            arm=asked.arm.name,
            machine=asked.machine,
        )
        self._publisher.publish(message)

    def _transition(
        self, step: Callable[[], bool], otherwise: TransitionCallbackReturn
    ) -> TransitionCallbackReturn:
        """Have a step done by the main thread.

        :param otherwise: the answer where the user has something to mend.
        """
        self._is_led |= threading.current_thread() is not threading.main_thread()
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

    def _stay_on_wall_time(self) -> None:
        # use_sim_time is for the nodes under test; here it would cost a subscription to a fast
        # /clock, and every duration is of the monotonic clock anyway.
        self._time_source.ros_time_is_active = False
