//! The result of an F test.

/// An F test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// Degrees of freedom.
    pub degrees: f64,
    /// The sum of squares.
    pub squares: f64,
    /// The sum of squares divided by the degrees of freedom; NaN without any.
    pub mean_square: f64,
    /// The mean square divided by that of the residuals.
    pub f: f64,
    /// The probability of a greater F if there is no effect.
    pub probability: f64,
}
