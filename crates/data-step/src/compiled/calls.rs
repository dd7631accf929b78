//! The functions that the machine code of a step calls with its [`Frame`].

use feedrate_program::{Arithmetic, Number, ObjectCall, SiteId, Statement};
use feedrate_rows::Flow;
use feedrate_rows::fault::Fault;
use feedrate_rows::machine_code::{Call, Operand, calls, part};
use feedrate_values::function::Function;
use feedrate_values::missing::MISSING;

use super::frame::Frame;

calls! {
    ARITHMETIC = arithmetic(ThisFrame, u32, f64, f64, u32) -> f64;
    CANNOT_COUNT = cannot_count(ThisFrame, u32);
    END_ITERATION = end_iteration(ThisFrame);
    INTERRUPTED = interrupted(ThisFrame);
    LAG = lag(ThisFrame, u32, f64) -> f64;
    LOOK_UP = look_up(ThisFrame, *const ObjectCall) -> f64;
    MISSING_OPERAND = missing_operand(ThisFrame, u32) -> f64;
    NUMBER = number(ThisFrame, *const Number) -> f64;
    NUMBERS = numbers(ThisFrame, *const Function, *const f64, usize, u32) -> f64;
    OUTPUT = output(ThisFrame, u32);
    READ = read(ThisFrame, u32) -> u32;
    REMEMBERED = remembered(ThisFrame, *const Statement, u32, f64);
    REPLACE = replace(ThisFrame);
    SETTLE = settle(ThisFrame);
    STATEMENT = statement(ThisFrame, *const Statement) -> u32;
    SUBSCRIPT = subscript(ThisFrame, u32);
    UNARY = unary(ThisFrame, *const Function, f64, u32) -> f64;
}

/// The results of [`STATEMENT`].
pub(super) mod flow {
    pub(in super::super) const NEXT: i64 = 0;
    pub(in super::super) const LEAVE: i64 = 1;
    pub(in super::super) const CONTINUE: i64 = 2;
    pub(in super::super) const OUTPUT: i64 = 3;
    pub(in super::super) const NO_OUTPUT: i64 = 4;
    pub(in super::super) const STOP: i64 = 5;
}

/// Dereferences the frame of the running step.
macro_rules! frame {
    ($frame:ident) => {
        // SAFETY: the code passes on the pointer that it was called with: to a frame that lives as long as the code
        // runs and that nothing else uses while the code waits for this call.
        unsafe { &mut *$frame }
    };
}

/// Dereferences the frame of the running step for the state of its expressions.
macro_rules! core {
    ($frame:ident) => {
        frame!($frame).execution.rows.core
    };
}

type ThisFrame<'a> = *mut Frame<'a, 'a, 'a>;

extern "C" fn arithmetic(frame: ThisFrame<'_>, operation: u32, left: f64, right: f64, site: u32) -> f64 {
    let operation = [
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Multiply,
        Arithmetic::Divide,
        Arithmetic::Power,
    ][operation as usize];
    core!(frame).arithmetic(operation, left, right, SiteId(site))
}

extern "C" fn missing_operand(frame: ThisFrame<'_>, site: u32) -> f64 {
    core!(frame).problems.missing(SiteId(site));
    MISSING
}

extern "C" fn number<'a>(frame: ThisFrame<'a>, expression: *const Number) -> f64 {
    let expression: &'a Number = part!(expression);
    let frame = frame!(frame);
    frame.execution.rows.core.number(expression).unwrap_or_else(|fault| {
        frame.fail(fault);
        MISSING
    })
}

/// Carries out FIND or CHECK of a hash object.
extern "C" fn look_up<'a>(frame: ThisFrame<'a>, call: *const ObjectCall) -> f64 {
    let call: &'a ObjectCall = part!(call);
    frame!(frame).look_up(call)
}

extern "C" fn statement<'a>(frame: ThisFrame<'a>, statement: *const Statement) -> u32 {
    let statement: &'a Statement = part!(statement);
    let frame = frame!(frame);
    if let Statement::Loop { .. } = statement {
        // It may read and write.
        frame.settle();
    }
    let flow = match frame.execution.statement(statement) {
        Ok(Flow::Next) => flow::NEXT,
        Ok(Flow::Leave) => flow::LEAVE,
        Ok(Flow::Continue) => flow::CONTINUE,
        Ok(Flow::Iteration { outputs: true }) => flow::OUTPUT,
        Ok(Flow::Iteration { outputs: false }) => flow::NO_OUTPUT,
        // A step that jumps is not compiled.
        Ok(Flow::Stop | Flow::Goto(_) | Flow::Linked) => flow::STOP,
        Err(fault) => {
            frame.fail(fault);
            flow::NEXT
        }
    };
    flow as u32
}

/// Assigns a character value that depends on one number only.
extern "C" fn remembered<'a>(frame: ThisFrame<'a>, statement: *const Statement, which: u32, number: f64) {
    let statement: &'a Statement = part!(statement);
    frame!(frame).assign_remembered(statement, which as usize, number);
}

extern "C" fn unary(frame: ThisFrame<'_>, function: *const Function, argument: f64, site: u32) -> f64 {
    let function: &'static Function = part!(function);
    core!(frame).call_unary(function, argument, SiteId(site))
}

extern "C" fn numbers(
    frame: ThisFrame<'_>,
    function: *const Function,
    arguments: *const f64,
    count: usize,
    site: u32,
) -> f64 {
    let function: &'static Function = part!(function);
    // SAFETY: the code has put as many numbers there, on its stack.
    let arguments = unsafe { std::slice::from_raw_parts(arguments, count) };
    core!(frame).call_numbers(function, arguments, SiteId(site))
}

extern "C" fn lag(frame: ThisFrame<'_>, queue: u32, number: f64) -> f64 {
    core!(frame).lag(queue, number)
}

extern "C" fn subscript(frame: ThisFrame<'_>, site: u32) {
    let site = core!(frame).site(SiteId(site));
    frame!(frame).fail(Box::new(Fault::Subscript(site)));
}

extern "C" fn cannot_count(frame: ThisFrame<'_>, site: u32) {
    let site = core!(frame).site(SiteId(site));
    frame!(frame).fail(Box::new(Fault::Loop(site)));
}

extern "C" fn interrupted(frame: ThisFrame<'_>) {
    frame!(frame).fail(Box::new(Fault::Interrupted));
}

extern "C" fn read(frame: ThisFrame<'_>, read: u32) -> u32 {
    frame!(frame).read(read as usize).into()
}

extern "C" fn output(frame: ThisFrame<'_>, write: u32) {
    frame!(frame).output(write as usize);
}

extern "C" fn replace(frame: ThisFrame<'_>) {
    let frame = frame!(frame);
    if let Err(fault) = frame.execution.rows.replace_implicitly() {
        frame.fail(fault);
    }
}

extern "C" fn settle(frame: ThisFrame<'_>) {
    core!(frame).update_error_flag();
}

extern "C" fn end_iteration(frame: ThisFrame<'_>) {
    let frame = frame!(frame);
    if let Err(fault) = frame.execution.end_iteration() {
        frame.fail(fault);
    }
}
