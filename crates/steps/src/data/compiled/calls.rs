//! The functions of the runtime that machine code calls.
//!
//! Each is given the [`Frame`] first where it needs the runtime, and pointers into the step's program, which
//! outlives the code. None may unwind: a panic in one of them ends the process.

use std::ffi::c_void;

use cranelift_codegen::ir::{AbiParam, Signature, Type, types};
use feedrate_values::function::{Body, Function};
use feedrate_values::missing::{self, MISSING};
use feedrate_values::value::compare_text;

use super::frame::Frame;
use crate::data::fault::Fault;
use crate::data::interpreter::{Flow, is_among, is_like, is_text_among};
use crate::ir::{Arithmetic, Comparison, Membership, Number, SiteId, Statement};

/// A function that machine code calls: its name, its address, what it takes and what it gives.
pub(super) struct Call {
    pub(super) name: &'static str,
    pub(super) address: *const u8,
    takes: &'static [Type],
    gives: Option<Type>,
}

impl Call {
    pub(super) fn signature(&self, mut signature: Signature) -> Signature {
        let parameters = self.takes.iter().copied().map(AbiParam::new);
        signature.params.extend(parameters);
        signature.returns.extend(self.gives.map(AbiParam::new));
        signature
    }
}

/// Which function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    Arithmetic,
    Missing,
    Compare,
    Least,
    Greatest,
    Among,
    Number,
    Statement,
    Unary,
    Numbers,
    Lag,
    Subscript,
    CannotCount,
    Interrupted,
    Read,
    Output,
    Settle,
    EndIteration,
    Copy,
    Blank,
    Clear,
    CompareText,
    ComparePrefix,
    AmongTexts,
    Like,
    PureUnary,
    Remembered,
}

const P: Type = types::I64;
const N: Type = types::F64;
const I: Type = types::I32;

/// All functions, in the order of [`To`].
pub(super) fn calls() -> [Call; 27] {
    let call = |name, address: *const c_void, takes, gives| Call {
        name,
        address: address.cast(),
        takes,
        gives,
    };
    [
        call(
            "arithmetic",
            arithmetic as *const c_void,
            &[P, I, N, N, I],
            Some(N),
        ),
        call("missing", missing as *const c_void, &[P, I], Some(N)),
        call("compare", compare as *const c_void, &[I, N, N], Some(I)),
        call("least", least as *const c_void, &[N, N], Some(N)),
        call("greatest", greatest as *const c_void, &[N, N], Some(N)),
        call("among", among as *const c_void, &[N, P, P], Some(I)),
        call("number", number as *const c_void, &[P, P], Some(N)),
        call("statement", statement as *const c_void, &[P, P], Some(I)),
        call("unary", unary as *const c_void, &[P, P, N, I], Some(N)),
        call(
            "numbers",
            numbers as *const c_void,
            &[P, P, P, P, I],
            Some(N),
        ),
        call("lag", lag as *const c_void, &[P, I, N], Some(N)),
        call("subscript", subscript as *const c_void, &[P, I], None),
        call("cannot_count", cannot_count as *const c_void, &[P, I], None),
        call("interrupted", interrupted as *const c_void, &[P], None),
        call("read", read as *const c_void, &[P, I], Some(I)),
        call("output", output as *const c_void, &[P, I], None),
        call("settle", settle as *const c_void, &[P], None),
        call("end_iteration", end_iteration as *const c_void, &[P], None),
        call("copy", copy as *const c_void, &[P, P, P], None),
        call("blank", blank as *const c_void, &[P, P], None),
        call("clear", clear as *const c_void, &[P, P], None),
        call(
            "compare_text",
            text_order as *const c_void,
            &[P, P, P, P],
            Some(I),
        ),
        call(
            "compare_prefix",
            prefix_order as *const c_void,
            &[P, P, P, P],
            Some(I),
        ),
        call(
            "among_texts",
            among_texts as *const c_void,
            &[P, P, P],
            Some(I),
        ),
        call("like", like as *const c_void, &[P, P, P], Some(I)),
        call("pure_unary", pure_unary as *const c_void, &[P, N], Some(N)),
        call(
            "remembered",
            remembered as *const c_void,
            &[P, P, I, N],
            None,
        ),
    ]
}

/// What [`statement`] gives.
pub(super) mod flow {
    pub(in super::super) const NEXT: i64 = 0;
    pub(in super::super) const LEAVE: i64 = 1;
    pub(in super::super) const CONTINUE: i64 = 2;
    pub(in super::super) const OUTPUT: i64 = 3;
    pub(in super::super) const NO_OUTPUT: i64 = 4;
    pub(in super::super) const STOP: i64 = 5;
}

/// The frame of the step that the code belongs to.
macro_rules! frame {
    ($frame:ident) => {
        // SAFETY: the code passes on the pointer that it was called with: to a frame that lives as long
        // as the code runs, and that nobody else uses while the code waits for this call.
        unsafe { &mut *$frame }
    };
}

/// A part of the step's program.
macro_rules! part {
    ($part:ident) => {
        // SAFETY: the code has the pointer from the program of its step or from its condition, which outlive
        // the code's run (`Compiled::iterate` borrows the one, `RowTest` the other) and do not change.
        unsafe { &*$part }
    };
}

type ThisFrame<'a> = *mut Frame<'a, 'a, 'a>;

extern "C" fn arithmetic(
    frame: ThisFrame<'_>,
    operation: u32,
    left: f64,
    right: f64,
    site: u32,
) -> f64 {
    let operation = [
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Multiply,
        Arithmetic::Divide,
        Arithmetic::Power,
    ][operation as usize];
    frame!(frame)
        .runtime
        .core
        .arithmetic(operation, left, right, SiteId(site))
}

extern "C" fn missing(frame: ThisFrame<'_>, site: u32) -> f64 {
    frame!(frame).runtime.core.problems.missing(SiteId(site));
    MISSING
}

extern "C" fn compare(comparison: u32, left: f64, right: f64) -> u32 {
    let comparison = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ][comparison as usize];
    comparison.holds(missing::compare(left, right)).into()
}

extern "C" fn least(left: f64, right: f64) -> f64 {
    if missing::compare(left, right).is_le() {
        left
    } else {
        right
    }
}

extern "C" fn greatest(left: f64, right: f64) -> f64 {
    if missing::compare(left, right).is_ge() {
        left
    } else {
        right
    }
}

extern "C" fn among(number: f64, members: *const Membership, count: usize) -> u32 {
    // SAFETY: the code has both from a list of the step's program, as with `part!`.
    let members = unsafe { std::slice::from_raw_parts(members, count) };
    is_among(number, members).into()
}

extern "C" fn number<'a>(frame: ThisFrame<'a>, expression: *const Number) -> f64 {
    let expression: &'a Number = part!(expression);
    let frame = frame!(frame);
    frame
        .runtime
        .core
        .number(expression)
        .unwrap_or_else(|fault| {
            frame.fail(fault);
            MISSING
        })
}

extern "C" fn statement<'a>(frame: ThisFrame<'a>, statement: *const Statement) -> u32 {
    let statement: &'a Statement = part!(statement);
    let frame = frame!(frame);
    if let Statement::Loop { .. } = statement {
        // It may read and write by itself.
        frame.settle();
    }
    let flow = match frame.runtime.statement(statement) {
        Ok(Flow::Next) => flow::NEXT,
        Ok(Flow::Leave) => flow::LEAVE,
        Ok(Flow::Continue) => flow::CONTINUE,
        Ok(Flow::Iteration { outputs: true }) => flow::OUTPUT,
        Ok(Flow::Iteration { outputs: false }) => flow::NO_OUTPUT,
        Ok(Flow::Stop) => flow::STOP,
        Err(fault) => {
            frame.fail(fault);
            flow::NEXT
        }
    };
    flow as u32
}

/// The text that a statement assigns, which depends on one number alone.
extern "C" fn remembered<'a>(
    frame: ThisFrame<'a>,
    statement: *const Statement,
    which: u32,
    number: f64,
) {
    let statement: &'a Statement = part!(statement);
    frame!(frame).assign_remembered(statement, which as usize, number);
}

extern "C" fn unary(
    frame: ThisFrame<'_>,
    function: *const Function,
    argument: f64,
    site: u32,
) -> f64 {
    let function: &'static Function = part!(function);
    frame!(frame)
        .runtime
        .core
        .call_unary(function, argument, SiteId(site))
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
    frame!(frame)
        .runtime
        .core
        .call_numbers(function, arguments, SiteId(site))
}

extern "C" fn lag(frame: ThisFrame<'_>, queue: u32, number: f64) -> f64 {
    frame!(frame).runtime.core.lag(queue, number)
}

extern "C" fn subscript(frame: ThisFrame<'_>, site: u32) {
    let frame = frame!(frame);
    let site = frame.runtime.core.site(SiteId(site));
    frame.fail(Box::new(Fault::Subscript(site)));
}

extern "C" fn cannot_count(frame: ThisFrame<'_>, site: u32) {
    let frame = frame!(frame);
    let site = frame.runtime.core.site(SiteId(site));
    frame.fail(Box::new(Fault::Loop(site)));
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

extern "C" fn settle(frame: ThisFrame<'_>) {
    frame!(frame).runtime.core.settle_error();
}

extern "C" fn end_iteration(frame: ThisFrame<'_>) {
    let frame = frame!(frame);
    if let Err(fault) = frame.runtime.end_iteration() {
        frame.fail(fault);
    }
}

extern "C" fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    // SAFETY: the code moves between a row and the vector, or between two texts of the vector, by moves
    // that were checked against the lengths of both; they are apart.
    unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) }
}

extern "C" fn blank(to: *mut u8, bytes: usize) {
    // SAFETY: as with `copy`.
    unsafe { std::ptr::write_bytes(to, b' ', bytes) }
}

extern "C" fn clear(to: *mut f64, count: usize) {
    // SAFETY: the code clears pieces of the vector, which were made from its slots.
    unsafe { std::slice::from_raw_parts_mut(to, count) }.fill(MISSING);
}

/// Texts that the code has from the vector, a row or the program.
macro_rules! texts {
    ($left:ident, $left_bytes:ident, $right:ident, $right_bytes:ident) => {
        // SAFETY: each is a slot of the vector, a column of a row, or a constant of the step's program, with
        // its length.
        unsafe {
            (
                std::slice::from_raw_parts($left, $left_bytes),
                std::slice::from_raw_parts($right, $right_bytes),
            )
        }
    };
}

extern "C" fn text_order(
    left: *const u8,
    left_bytes: usize,
    right: *const u8,
    right_bytes: usize,
) -> i32 {
    let (left, right) = texts!(left, left_bytes, right, right_bytes);
    compare_text(left, right) as i32
}

extern "C" fn prefix_order(
    left: *const u8,
    left_bytes: usize,
    right: *const u8,
    right_bytes: usize,
) -> i32 {
    let (left, right) = texts!(left, left_bytes, right, right_bytes);
    let common = left.len().min(right.len());
    left[..common].cmp(&right[..common]) as i32
}

/// What `expression` says of a text, an IN with a list of texts.
extern "C" fn among_texts(text: *const u8, bytes: usize, expression: *const Number) -> u32 {
    let (text, _) = texts!(text, bytes, text, bytes);
    match part!(expression) {
        Number::InText { prefix, among, .. } => is_text_among(text, *prefix, among).into(),
        _ => 0,
    }
}

/// What `expression` says of a text, a LIKE.
extern "C" fn like(text: *const u8, bytes: usize, expression: *const Number) -> u32 {
    let (text, _) = texts!(text, bytes, text, bytes);
    match part!(expression) {
        Number::Like {
            pattern, escape, ..
        } => is_like(text, pattern, *escape).into(),
        _ => 0,
    }
}

/// A function of one number that is not missing, before anybody looks whether it has a result.
extern "C" fn pure_unary(function: *const Function, argument: f64) -> f64 {
    let function: &'static Function = part!(function);
    match function.body {
        Body::Unary(body) => body(argument),
        _ => MISSING,
    }
}
