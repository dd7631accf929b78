//! The space that a run needs, and similar amounts: products such as `3 * {size}`, and sums of them.

use std::collections::BTreeMap;

use super::level::number;
use super::placeholder::fill;

/// An amount, such as the bytes that a run needs: a product of numbers, sizes and placeholders, or a sum of products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space(String);

impl Space {
    /// Creates it from its text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the bytes with these values.
    ///
    /// # Errors
    ///
    /// Returns what is wrong if it is no product, and no sum of products.
    pub fn bytes(&self, values: &BTreeMap<String, String>) -> Result<u64, String> {
        let filled = fill(&self.0, values).map_err(|name| format!("{{{name}}} is neither a factor nor a parameter"))?;
        let mut sum = 0.0;
        // A sign without blanks belongs to a number, such as 1e+6.
        for term in filled.split(" + ") {
            sum += product(term)?;
        }
        match sum < 1e18 {
            true => Ok(sum as u64),
            false => Err(format!("{filled} is more than any volume has")),
        }
    }
}

fn product(term: &str) -> Result<f64, String> {
    let mut product = 1.0;
    for part in term.split('*') {
        product *= number(part).filter(|&number| number >= 0.0).ok_or_else(|| {
            format!(
                "`{}` is neither a number nor a size; write a product such as 3 * {{size}}",
                part.trim()
            )
        })?;
    }
    Ok(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_sizes_and_numbers() {
        let values = BTreeMap::from([("size".to_owned(), "16M".to_owned())]);
        let bytes = |text: &str| Space::new(text).bytes(&values);
        assert_eq!(bytes("2.5 * {size}").unwrap(), 41_943_040);
        assert_eq!(bytes("1G").unwrap(), 1 << 30);
        assert_eq!(bytes("2 * {size} + 1K").unwrap(), (32 << 20) + 1024);
        assert_eq!(bytes("1e+3").unwrap(), 1000);
        assert!(bytes("{size} - 1").unwrap_err().contains("neither"));
        assert!(bytes("{rows}").unwrap_err().contains("{rows}"));
        assert!(bytes("1e300 * 1e300").unwrap_err().contains("more than"));
    }
}
