//! Who sees the values of variables one by one, in order.

/// Sees the values of each variable in order.
pub(crate) trait ValueVisitor {
    /// The values of a variable follow.
    fn begin(&mut self, ordered: &Ordered);
    /// The next value, and how often it was met or how much it weighs. A value can come in several parts.
    fn take(&mut self, value: f64, weight: f64);
}

/// A variable whose values follow in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ordered {
    /// Which of the analysis variables.
    pub variable: usize,
    /// Values that are not missing.
    pub n: f64,
    /// Their weights in sum.
    pub weight: f64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
}

/// Sees nothing.
pub(super) struct NoVisitor;

impl ValueVisitor for NoVisitor {
    fn begin(&mut self, _ordered: &Ordered) {}

    #[inline]
    fn take(&mut self, _value: f64, _weight: f64) {}
}
