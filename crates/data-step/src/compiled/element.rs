//! Elements of numeric arrays.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, MemFlags, Value, types};
use feedrate_program::{Arithmetic, Array, ArrayId, Number, NumberSlot, SiteId, Slot};
use feedrate_rows::machine_code::OWN;

use super::integer::BoundedInteger;
use super::step::StepGenerator;
use super::{calls, integer};

/// 2^52: adding this to a whole number below 2^51 leaves that number in the lower bits.
const TO_BITS: f64 = 4_503_599_627_370_496.0;

impl StepGenerator<'_, '_, '_> {
    /// Returns the address of an element of a numeric array; `None` for other arrays.
    pub(super) fn element(&mut self, array: ArrayId, index: &[Number], site: SiteId) -> Option<Value> {
        let table = self.code.subject.tables.get(array.0 as usize)?;
        let array = self.code.subject.step.arrays.get(array.0 as usize)?;
        let slots = Slots::of(array, index.len())?;
        let mut position: Option<Value> = None;
        for (&(least, greatest), index) in array.bounds.iter().zip(index) {
            let within = self.within(least, greatest, index, site);
            position = Some(match position {
                None => within,
                Some(before) => {
                    let before = self.code.builder.ins().imul_imm(before, greatest - least + 1);
                    self.code.builder.ins().iadd(before, within)
                }
            });
        }
        let position = position?;
        Some(match slots {
            Slots::Neighbours(first) => {
                let offset = self.code.builder.ins().ishl_imm(position, 3);
                let base = self.number_address(first);
                self.code.builder.ins().iadd(base, offset)
            }
            Slots::Apart => {
                let table = self
                    .code
                    .constant(types::I64, table.as_ptr().expose_provenance() as i64);
                let offset = self.code.builder.ins().ishl_imm(position, 2);
                let entry = self.code.builder.ins().iadd(table, offset);
                let slot = self.code.builder.ins().uload32(OWN, entry, 0);
                self.number_address_at(slot)
            }
        })
    }

    /// Returns the distance of an index from the least one. An index out of bounds ends the step.
    fn within(&mut self, least: i64, greatest: i64, index: &Number, site: SiteId) -> Value {
        if let Some(integer) = self.integer(index)
            && least <= integer.least
            && integer.greatest <= greatest
        {
            return self.code.add(integer.value, -least);
        }
        let number = self.code.number(index);
        let whole = self.code.builder.ins().floor(number);
        let (low, high) = (self.code.float(least as f64), self.code.float(greatest as f64));
        // A missing index is not between any two numbers.
        let above = self.code.builder.ins().fcmp(FloatCC::GreaterThanOrEqual, whole, low);
        let below = self.code.builder.ins().fcmp(FloatCC::LessThanOrEqual, whole, high);
        let inside = self.code.builder.ins().band(above, below);
        let [outside, next] = self.code.blocks();
        self.code.branch(inside, next, outside);
        self.code.begin_cold(outside);
        let site = self.code.site(site);
        self.code.call(calls::SUBSCRIPT, &[self.code.subject.frame, site]);
        self.code.jump(self.code.subject.exits.fault);
        self.code.begin(next);
        let within = self.code.builder.ins().fsub(whole, low);
        let to_bits = self.code.float(TO_BITS);
        let sum = self.code.builder.ins().fadd(within, to_bits);
        let bits = self.code.builder.ins().bitcast(types::I64, MemFlags::new(), sum);
        self.code.builder.ins().band_imm(bits, (1 << 51) - 1)
    }

    /// Evaluates an expression as an integer; `None` if it is not known to be one.
    pub(super) fn integer(&mut self, expression: &Number) -> Option<BoundedInteger> {
        match expression {
            Number::Constant(number) => {
                let number = integer::constant(*number)?;
                Some(BoundedInteger {
                    value: self.code.constant(types::I64, number),
                    least: number,
                    greatest: number,
                })
            }
            Number::Variable(slot) => self.held(*slot)?.integer,
            Number::Arithmetic(operation, left, right, _) => {
                let (left, right) = (self.integer(left)?, self.integer(right)?);
                let ends = match operation {
                    Arithmetic::Add => [left.least + right.least, left.greatest + right.greatest],
                    Arithmetic::Subtract => [left.least - right.greatest, left.greatest - right.least],
                    _ => return None,
                };
                if ends.iter().any(|end| end.abs() > integer::MOST) {
                    return None;
                }
                let value = match operation {
                    Arithmetic::Add => self.code.builder.ins().iadd(left.value, right.value),
                    _ => self.code.builder.ins().isub(left.value, right.value),
                };
                Some(BoundedInteger {
                    value,
                    least: ends[0],
                    greatest: ends[1],
                })
            }
            _ => None,
        }
    }
}

/// Returns the slots of the elements of each numeric array, for code that looks them up.
pub(super) fn tables(arrays: &[Array]) -> Vec<Box<[u32]>> {
    let slots = |array: &Array| {
        let slots = array.elements.iter().filter_map(|slot| match slot {
            Slot::Number(slot) => Some(slot.0),
            Slot::Text(_) => None,
        });
        slots.collect()
    };
    arrays.iter().map(slots).collect()
}

/// The slots of the elements of a numeric array.
enum Slots {
    /// Adjacent from this one on.
    Neighbours(NumberSlot),
    Apart,
}

impl Slots {
    /// Returns `None` if an element is not a number, or if a valid index may lead to none.
    fn of(array: &Array, dimensions: usize) -> Option<Self> {
        let mut count = 1_u64;
        for &(least, greatest) in array.bounds.iter().take(dimensions) {
            let extent = u64::try_from(greatest.checked_sub(least)?).ok()?.checked_add(1)?;
            count = count.checked_mul(extent)?;
        }
        if dimensions != array.bounds.len() || count != array.elements.len() as u64 {
            return None;
        }
        let number = |slot: &Slot| match slot {
            Slot::Number(slot) => Some(slot.0),
            Slot::Text(_) => None,
        };
        let first = number(array.elements.first()?)?;
        let mut next = first;
        let mut are_neighbours = true;
        for element in &array.elements {
            are_neighbours &= number(element)? == next;
            next = next.wrapping_add(1);
        }
        Some(match are_neighbours {
            true => Self::Neighbours(NumberSlot(first)),
            false => Self::Apart,
        })
    }
}
