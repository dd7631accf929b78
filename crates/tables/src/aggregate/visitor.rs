//! Visitors of the values of variables, in order.

/// Receives the values of each variable in order.
pub(crate) trait ValueVisitor {
    /// False if it ignores the values, so that they need not be in order.
    const NEEDS_VALUES: bool = true;

    /// Starts a variable.
    fn begin(&mut self, ordered: &OrderedVariable);
    /// Receives the next value with its frequency or weight. A value can occur several times, each time with a part
    /// of its weight.
    fn take(&mut self, value: f64, weight: f64);
}

/// A variable whose values follow in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderedVariable {
    /// The index of the analysis variable.
    pub variable: usize,
    /// The number of nonmissing values.
    pub n: f64,
    /// The sum of their weights.
    pub weight: f64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
}

/// A visitor that ignores the values.
pub(super) struct NoVisitor;

impl ValueVisitor for NoVisitor {
    const NEEDS_VALUES: bool = false;

    fn begin(&mut self, _ordered: &OrderedVariable) {}

    #[inline]
    fn take(&mut self, _value: f64, _weight: f64) {}
}
