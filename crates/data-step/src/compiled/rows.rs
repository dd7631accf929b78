//! Code that copies between rows and the vector.

use std::mem::offset_of;

use cranelift_codegen::ir::{Block, InstBuilder, MemFlags, Type, Value, types};
use feedrate_program::NumberSlot;
use feedrate_rows::machine_code::{ROW, at, plain};
use feedrate_rows::runtime::ready::{DirectRead, ReadyToFill, ReadyToTake};
use feedrate_rows::vector::moves::Move;

use super::calls;
use super::row_plans::{BYTES_INLINE, NUMBERS_INLINE};
use super::step::StepGenerator;

impl<'r> StepGenerator<'_, '_, 'r> {
    /// Generates SET or MERGE. Returns whether the code behind it is reachable.
    pub(super) fn read(&mut self, read: u32) -> bool {
        let next = self.code.block();
        let plan = self.code.subject.rows.reads.get_mut(read as usize);
        if let Some(direct) = plan.and_then(Option::take) {
            let call = self.code.block();
            self.take(read, &direct, call, next);
            // The statement may occur more than once in the code.
            self.code.subject.rows.reads[read as usize] = Some(direct);
            self.code.begin_cold(call);
        }
        let number = self.code.constant(types::I32, i64::from(read));
        let is_there = self.code.call_for(calls::READ, &[self.code.subject.frame, number]);
        self.check_fault();
        self.code.branch(is_there, next, self.code.subject.exits.stop);
        self.code.begin(next);
        true
    }

    /// Generates the reading of an observation in a page with another one behind it.
    fn take(&mut self, read: u32, direct: &DirectRead<'r>, call: Block, next: Block) {
        let base = read as usize * size_of::<ReadyToTake>();
        let left_at = at(base + offset_of!(ReadyToTake, left));
        let row_at = at(base + offset_of!(ReadyToTake, row));
        let ready = self.code.subject.ready_to_take;
        let left = self.code.load(types::I64, ready, left_at);
        let take = self.code.block();
        self.code.branch(left, take, call);
        self.code.begin(take);
        let row = self.code.load(types::I64, ready, row_at);
        for step in direct.moves {
            self.load(row, step);
        }
        let after = self.code.add(row, direct.row_bytes as i64);
        self.code.store(after, ready, row_at);
        let fewer = self.code.add(left, -1);
        self.code.store(fewer, ready, left_at);
        for (slot, number) in [(direct.contributes, 1.0), (direct.end, 0.0)] {
            if let Some(slot) = slot {
                let number = self.code.float(number);
                self.set_number(slot, number);
            }
        }
        self.note_read();
        self.code.jump(next);
    }

    /// Generates the writing of the vector to a data set, unless WHERE= is false.
    pub(super) fn output(&mut self, write: usize) {
        let done = self.code.block();
        let step = self.code.subject.step;
        if let Some(condition) = &step.writes[write].condition {
            let holds = self.code.condition(condition);
            let put = self.code.block();
            self.code.branch(holds, put, done);
            self.code.begin(put);
        }
        let base = write * size_of::<ReadyToFill>();
        let left_at = at(base + offset_of!(ReadyToFill, left));
        let row_at = at(base + offset_of!(ReadyToFill, row));
        let ready = self.code.subject.ready_to_fill;
        let left = self.code.load(types::I64, ready, left_at);
        let [fill, call] = self.code.blocks();
        self.code.branch(left, fill, call);
        self.code.begin_cold(call);
        let number = self.code.constant(types::I32, write as i64);
        self.code.call(calls::OUTPUT, &[self.code.subject.frame, number]);
        self.check_fault();
        self.code.jump(done);
        self.code.begin(fill);
        let row = self.code.load(types::I64, ready, row_at);
        let plan = &self.code.subject.rows.writes[write];
        let (moves, row_bytes) = (plan.moves, plan.row_bytes);
        for step in moves {
            self.store(row, step);
        }
        let after = self.code.add(row, row_bytes as i64);
        self.code.store(after, ready, row_at);
        let fewer = self.code.add(left, -1);
        self.code.store(fewer, ready, left_at);
        self.code.jump(done);
        self.code.begin(done);
    }

    /// Copies a part of a row into the vector.
    fn load(&mut self, row: Value, step: &Move) {
        match *step {
            Move::Numbers {
                row: from,
                vector: to,
                count,
            } => {
                if count > NUMBERS_INLINE {
                    let from = self.code.add(row, from as i64);
                    let to = self.number_address(NumberSlot(to as u32));
                    return self.copy(to, from, 8 * count);
                }
                for index in 0..count {
                    let offset = at(from + 8 * index);
                    let number = self.code.builder.ins().load(types::F64, ROW, row, offset);
                    self.set_number(NumberSlot((to + index) as u32), number);
                }
            }
            Move::Short {
                row: from,
                length,
                vector: to,
            } => {
                let number = self.code.short_number(row, from, length);
                self.set_number(NumberSlot(to as u32), number);
            }
            Move::Text {
                row: from,
                vector: to,
                length,
                blanks,
            } => {
                let from = self.code.add(row, from as i64);
                let to = self.code.add(self.code.subject.text, to as i64);
                self.copy_padded(to, from, length, blanks);
            }
            // The runtime takes such rows.
            Move::Cut { .. } => {}
        }
    }

    /// Copies a part of the vector into a row.
    fn store(&mut self, row: Value, step: &Move) {
        match *step {
            Move::Numbers {
                row: to,
                vector: from,
                count,
            } => {
                if count > NUMBERS_INLINE {
                    let to = self.code.add(row, to as i64);
                    let from = self.number_address(NumberSlot(from as u32));
                    return self.copy(to, from, 8 * count);
                }
                for index in 0..count {
                    let number = self.number_at(NumberSlot((from + index) as u32));
                    self.code.builder.ins().store(ROW, number, row, at(to + 8 * index));
                }
            }
            Move::Short {
                row: to,
                length,
                vector: from,
            } => {
                let number = self.number_at(NumberSlot(from as u32));
                let whole = self.code.builder.ins().bitcast(types::I64, BITS, number);
                for byte in 0..length {
                    let shift = 8 * (8 - length + byte) as i64;
                    let part = self.code.builder.ins().ushr_imm(whole, shift);
                    self.code.builder.ins().istore8(ROW, part, row, at(to + byte));
                }
            }
            Move::Text {
                row: to,
                vector: from,
                length,
                blanks,
            } => {
                let to = self.code.add(row, to as i64);
                let from = self.code.add(self.code.subject.text, from as i64);
                self.copy_padded(to, from, length, blanks);
            }
            // The runtime takes such rows.
            Move::Cut { .. } => {}
        }
    }

    /// Copies bytes, and fills as many as are to follow them with blanks.
    pub(super) fn copy_padded(&mut self, to: Value, from: Value, length: usize, blanks: usize) {
        self.copy(to, from, length);
        let rest = self.code.add(to, length as i64);
        self.blank(rest, blanks);
    }

    /// Copies bytes.
    fn copy(&mut self, to: Value, from: Value, bytes: usize) {
        if bytes > BYTES_INLINE {
            let bytes = self.code.constant(types::I64, bytes as i64);
            self.code.call(plain::COPY, &[to, from, bytes]);
            return;
        }
        for (offset, kind) in pieces(bytes) {
            let piece = self.code.builder.ins().load(kind, ROW, from, at(offset));
            self.code.builder.ins().store(ROW, piece, to, at(offset));
        }
    }

    /// Fills bytes with blanks.
    pub(super) fn blank(&mut self, to: Value, bytes: usize) {
        if bytes > BYTES_INLINE {
            let bytes = self.code.constant(types::I64, bytes as i64);
            self.code.call(plain::BLANK, &[to, bytes]);
            return;
        }
        let all = u64::from_ne_bytes([b' '; 8]);
        for (offset, kind) in pieces(bytes) {
            let piece = self.code.constant(kind, (all >> (64 - kind.bits())) as i64);
            self.code.builder.ins().store(ROW, piece, to, at(offset));
        }
    }
}

/// Reinterprets the bits as another type.
const BITS: MemFlags = MemFlags::new();

/// Divides bytes into parts that fit a register, each with its offset.
fn pieces(bytes: usize) -> impl Iterator<Item = (usize, Type)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let (kind, size) = match bytes - offset {
            0 => return None,
            8.. => (types::I64, 8),
            4.. => (types::I32, 4),
            2.. => (types::I16, 2),
            1 => (types::I8, 1),
        };
        let at = offset;
        offset += size;
        Some((at, kind))
    })
}
