//! Conditions on character values.
//!
//! Comparing a short value with a constant takes a few instructions that compare its bytes as integers. Longer values
//! and orders are compared by a call.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use feedrate_program::{Comparison, Number, Text, TextSlot};
use feedrate_values::value::trim;

use super::call::Call;
use super::generator::{Generator, ROW, Subject, at};
use super::plain;

/// The maximum number of bytes that are compared without a call.
const BYTES_INLINE: usize = 32;

/// The maximum number of values of a list that are.
const TEXTS_INLINE: usize = 8;

impl<S: Subject> Generator<'_, S> {
    /// Compares two character values. Returns `None` if the interpreter must evaluate one of them first.
    pub fn compare_texts(&mut self, comparison: Comparison, prefix: bool, left: &Text, right: &Text) -> Option<Value> {
        let sides = match (left, right) {
            (Text::Variable(slot), Text::Constant(text)) | (Text::Constant(text), Text::Variable(slot)) => {
                Some((*slot, text))
            }
            _ => None,
        };
        if let (Some((slot, text)), Comparison::Equal | Comparison::NotEqual) = (sides, comparison)
            && let Some(equal_to) = EqualTo::new(slot, text, prefix)
        {
            let address = S::text(self, slot)?;
            let equal = self.is_equal(address, &equal_to);
            return Some(match comparison {
                Comparison::Equal => equal,
                _ => self.is(equal, 0),
            });
        }
        let to = match prefix {
            true => plain::COMPARE_PREFIXES,
            false => plain::COMPARE_TEXTS,
        };
        let ([left, left_bytes], [right, right_bytes]) = (self.lying(left)?, self.lying(right)?);
        let order = self.call_for(to, &[left, left_bytes, right, right_bytes]);
        Some(self.builder.ins().icmp_imm(of_order(comparison), order, 0))
    }

    /// Evaluates IN with a list of character values, given as `expression`. Returns `None` as above.
    pub fn among_texts(&mut self, expression: &Number, value: &Text, prefix: bool, among: &[Vec<u8>]) -> Option<Value> {
        if let Text::Variable(slot) = value
            && among.len() <= TEXTS_INLINE
        {
            let equal_to = among.iter().map(|text| EqualTo::new(*slot, text, prefix));
            if let Some(all) = equal_to.collect::<Option<Vec<_>>>() {
                let address = S::text(self, *slot)?;
                let mut holds = self.constant(types::I8, 0);
                for equal_to in &all {
                    let equal = self.is_equal(address, equal_to);
                    holds = self.builder.ins().bor(holds, equal);
                }
                return Some(holds);
            }
        }
        self.of_text(plain::AMONG_TEXTS, value, expression)
    }

    /// Calls a function of the runtime with the character value of `expression`. Returns `None` as above.
    pub fn of_text(&mut self, to: Call, value: &Text, expression: &Number) -> Option<Value> {
        let [text, bytes] = self.lying(value)?;
        let expression = self.part(expression);
        let holds = self.call_for(to, &[text, bytes, expression]);
        Some(self.builder.ins().ireduce(types::I8, holds))
    }

    /// Returns the address and the length of a character value that exists in memory.
    fn lying(&mut self, text: &Text) -> Option<[Value; 2]> {
        let (address, length) = match text {
            Text::Constant(bytes) => {
                let address = bytes.as_ptr().expose_provenance() as i64;
                (self.constant(types::I64, address), bytes.len())
            }
            Text::Variable(slot) => (S::text(self, *slot)?, slot.length as usize),
            _ => return None,
        };
        Some([address, self.constant(types::I64, length as i64)])
    }

    fn is_equal(&mut self, text: Value, to: &EqualTo) -> Value {
        let EqualTo::Bytes(bytes) = to else {
            return self.constant(types::I8, 0);
        };
        let mut differs = self.constant(types::I64, 0);
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let offset = at(bytes.len() - rest.len());
            let ins = self.builder.ins();
            let (piece, taken) = match rest.len() {
                8.. => (ins.load(types::I64, ROW, text, offset), 8),
                4.. => (ins.uload32(ROW, text, offset), 4),
                2.. => (ins.uload16(types::I64, ROW, text, offset), 2),
                _ => (ins.uload8(types::I64, ROW, text, offset), 1),
            };
            let mut wanted = [0; 8];
            wanted[..taken].copy_from_slice(&rest[..taken]);
            let wanted = self.constant(types::I64, i64::from_le_bytes(wanted));
            let different = self.builder.ins().bxor(piece, wanted);
            differs = self.builder.ins().bor(differs, different);
            rest = &rest[taken..];
        }
        self.is(differs, 0)
    }
}

/// The condition for a variable to be equal to a constant.
#[derive(Debug, PartialEq)]
enum EqualTo {
    /// It begins with these bytes, at most as many as it has.
    Bytes(Vec<u8>),
    /// It cannot be equal: the constant is longer.
    Nothing,
}

impl EqualTo {
    /// Returns `None` if there are too many bytes to compare inline. With `prefix`, the longer value is cut to the
    /// shorter.
    fn new(slot: TextSlot, text: &[u8], prefix: bool) -> Option<Self> {
        let length = slot.length as usize;
        let bytes = match prefix {
            true => text[..text.len().min(length)].to_vec(),
            false if trim(text).len() > length => return Some(Self::Nothing),
            false if length > BYTES_INLINE => return None,
            false => {
                let mut bytes = trim(text).to_vec();
                bytes.resize(length, b' ');
                bytes
            }
        };
        (bytes.len() <= BYTES_INLINE).then_some(Self::Bytes(bytes))
    }
}

fn of_order(comparison: Comparison) -> IntCC {
    match comparison {
        Comparison::Equal => IntCC::Equal,
        Comparison::NotEqual => IntCC::NotEqual,
        Comparison::Less => IntCC::SignedLessThan,
        Comparison::LessOrEqual => IntCC::SignedLessThanOrEqual,
        Comparison::Greater => IntCC::SignedGreaterThan,
        Comparison::GreaterOrEqual => IntCC::SignedGreaterThanOrEqual,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_equal_to_a_constant_when_its_bytes_are_these() {
        let slot = TextSlot { start: 0, length: 3 };
        let bytes = |text: &str| Some(EqualTo::Bytes(text.into()));
        assert_eq!(EqualTo::new(slot, b"a", false), bytes("a  "));
        assert_eq!(EqualTo::new(slot, b"abc   ", false), bytes("abc"));
        assert_eq!(EqualTo::new(slot, b"abcd", false), Some(EqualTo::Nothing));
        assert_eq!(EqualTo::new(slot, b"a", true), bytes("a"));
        assert_eq!(EqualTo::new(slot, b"abcd", true), bytes("abc"));
        assert_eq!(EqualTo::new(slot, b"", true), bytes(""));
        let long = TextSlot { start: 0, length: 40 };
        assert_eq!(EqualTo::new(long, b"a", false), None);
    }
}
