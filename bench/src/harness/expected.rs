//! The check that programs did the same work: numbers of a result, held against those that the bench computes itself.

/// A number that must be found in a result.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedNumber {
    /// Its name, for a message.
    pub name: String,
    /// The number.
    pub value: f64,
    /// The distance that another may have from it, as a fraction of it.
    pub tolerance: f64,
}

impl ExpectedNumber {
    /// A number that must be found as it is.
    pub fn exactly(name: impl Into<String>, value: f64) -> Self {
        Self {
            name: name.into(),
            value,
            tolerance: 0.0,
        }
    }

    /// A number that programs may round in the order in which they add up.
    pub fn nearly(name: impl Into<String>, value: f64) -> Self {
        Self {
            name: name.into(),
            value,
            tolerance: 1e-12,
        }
    }
}

/// Refuses numbers that are not the expected ones: the time of other work would be compared all the same.
pub fn compare(found: &[f64], expected: &[ExpectedNumber]) -> Result<(), String> {
    if found.len() != expected.len() {
        return Err(format!(
            "{} numbers were found in the result and not {}",
            found.len(),
            expected.len()
        ));
    }
    let wrong = found.iter().zip(expected).find(|(found, expected)| {
        let distance = (*found - expected.value).abs();
        // A value that is no number is at no distance.
        distance.is_nan() || distance > expected.tolerance * expected.value.abs()
    });
    match wrong {
        Some((found, expected)) => Err(format!(
            "{} of the result is {found} and not {}",
            expected.name, expected.value
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_differs_is_named() {
        let expected = [
            ExpectedNumber::exactly("the number of rows", 1000.0),
            ExpectedNumber::nearly("the mean", 0.1),
        ];
        assert_eq!(compare(&[1000.0, 0.1 + 1e-15], &expected), Ok(()));
        assert_eq!(
            compare(&[1001.0, 0.1], &expected).unwrap_err(),
            "the number of rows of the result is 1001 and not 1000"
        );
        assert!(compare(&[1000.0, 0.1 + 1e-9], &expected).is_err());
        assert!(compare(&[f64::NAN, 0.1], &expected).is_err());
        assert!(compare(&[1000.0], &expected).is_err());
    }
}
