//! LAG and DIF.

use feedrate_values::missing::MISSING;

use super::core::Core;
use super::pending::TextRef;

impl<'s> Core<'s, '_> {
    /// Inserts a number and returns the one of as many calls ago as the queue is long.
    pub fn lag(&mut self, queue: u32, number: f64) -> f64 {
        self.queues
            .get_mut(queue as usize)
            .map_or(MISSING, |queue| queue.exchange(number))
    }

    /// Like [`Self::lag`], for a character value, whose bytes in the scratch begin at `mark` if they are there.
    pub fn lag_text(&mut self, queue: u32, text_ref: TextRef<'s>, mark: usize) -> TextRef<'s> {
        let Self {
            queues,
            values,
            scratch,
            result,
            ..
        } = self;
        result.clear();
        if let Some(queue) = queues.get_mut(queue as usize) {
            queue.exchange_text(text_ref.bytes(values, scratch), result);
        }
        self.keep_result(mark, usize::MAX)
    }
}
