//! The functions that machine code calls without the runtime: their results depend on their arguments only.

use feedrate_program::{Comparison, Membership, Number};
use feedrate_values::function::{Body, Function};
use feedrate_values::missing::{self, MISSING};
use feedrate_values::value::compare_text;

use super::call::{Call, Operand, calls, part};
use crate::evaluation::membership::{is_among, is_like, is_text_among};

calls! {
    AMONG = among(f64, *const Membership, usize) -> u32;
    AMONG_TEXTS = among_texts(*const u8, usize, *const Number) -> u32;
    BLANK = blank(*mut u8, usize);
    CLEAR = clear(*mut f64, usize);
    COMPARE = compare(u32, f64, f64) -> u32;
    COMPARE_PREFIXES = compare_prefixes(*const u8, usize, *const u8, usize) -> i32;
    COMPARE_TEXTS = compare_texts(*const u8, usize, *const u8, usize) -> i32;
    COPY = copy(*mut u8, *const u8, usize);
    GREATEST = greatest(f64, f64) -> f64;
    LEAST = least(f64, f64) -> f64;
    LIKE = like(*const u8, usize, *const Number) -> u32;
    PURE_UNARY = pure_unary(*const Function, f64) -> f64;
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
    // SAFETY: the code has both pointers from a list of the step's program, as with `part!`.
    let members = unsafe { std::slice::from_raw_parts(members, count) };
    is_among(number, members).into()
}

extern "C" fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    // SAFETY: the code copies between a row and the vector, or between two character values of the vector, by moves
    // that were checked against the lengths of both; they do not overlap.
    unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) }
}

extern "C" fn blank(to: *mut u8, bytes: usize) {
    // SAFETY: as with `copy`.
    unsafe { std::ptr::write_bytes(to, b' ', bytes) }
}

extern "C" fn clear(to: *mut f64, count: usize) {
    // SAFETY: the code clears ranges of the vector, which were made from its slots.
    unsafe { std::slice::from_raw_parts_mut(to, count) }.fill(MISSING);
}

/// Dereferences character values of the vector, a row or the program.
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

extern "C" fn compare_texts(left: *const u8, left_bytes: usize, right: *const u8, right_bytes: usize) -> i32 {
    let (left, right) = texts!(left, left_bytes, right, right_bytes);
    compare_text(left, right) as i32
}

extern "C" fn compare_prefixes(left: *const u8, left_bytes: usize, right: *const u8, right_bytes: usize) -> i32 {
    let (left, right) = texts!(left, left_bytes, right, right_bytes);
    let common = left.len().min(right.len());
    left[..common].cmp(&right[..common]) as i32
}

/// Evaluates `expression`, an IN with a list of character values.
extern "C" fn among_texts(text: *const u8, bytes: usize, expression: *const Number) -> u32 {
    let (text, _) = texts!(text, bytes, text, bytes);
    match part!(expression) {
        Number::InText { prefix, among, .. } => is_text_among(text, *prefix, among).into(),
        _ => 0,
    }
}

/// Evaluates `expression`, a LIKE.
extern "C" fn like(text: *const u8, bytes: usize, expression: *const Number) -> u32 {
    let (text, _) = texts!(text, bytes, text, bytes);
    match part!(expression) {
        Number::Like { pattern, escape, .. } => is_like(text, pattern, *escape).into(),
        _ => 0,
    }
}

/// Calls a function of one number that is not missing, without checking whether it has a result.
extern "C" fn pure_unary(function: *const Function, argument: f64) -> f64 {
    let function: &'static Function = part!(function);
    match function.body {
        Body::Unary(body) => body(argument),
        _ => MISSING,
    }
}
