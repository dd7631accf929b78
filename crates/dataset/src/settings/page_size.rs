//! The size of a new data set's pages.

/// The largest page: the greatest multiple of 1K below 2G.
pub const LARGEST_PAGE: u64 = (1 << 31) - 1024;

/// The default size, unless a row needs more: that of files of SAS 9.4.
pub const DEFAULT_PAGE: u64 = 64 << 10;

/// The unit of larger default sizes.
const UNIT: u64 = 8 << 10;

/// A row is longer than the largest page can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a row fits no page, the largest of which has {LARGEST_PAGE} bytes; keep fewer variables or shorter ones")]
pub struct TooLarge;

/// The requirements of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageRules<R> {
    /// The minimum bytes of a page, for what it contains besides rows.
    pub least: u64,
    /// Returns how many rows a page of so many bytes holds; it must not decrease with the size.
    pub rows_in: R,
}

impl<R: Fn(u64) -> u64> PageRules<R> {
    /// Returns the bytes of a page for `BUFSIZE=requested`.
    ///
    /// For 0, this is 64K, or the smallest multiple of 8K above it that holds one row and everything else that a page
    /// must contain. Any other size is rounded up to a multiple of 1K that does.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if no page holds a row.
    pub fn page_bytes(&self, requested: u64) -> Result<u64, TooLarge> {
        if requested == 0 {
            self.at_least_a_row(DEFAULT_PAGE, UNIT)
        } else {
            self.at_least_a_row(requested.min(LARGEST_PAGE).next_multiple_of(1024), 1024)
        }
    }

    /// Returns the smallest page of `bytes` bytes or more, in steps of `unit`, that holds a row.
    fn at_least_a_row(&self, bytes: u64, unit: u64) -> Result<u64, TooLarge> {
        let holds = |bytes: u64| bytes >= self.least && (self.rows_in)(bytes) >= 1;
        let (mut low, mut high) = (bytes / unit, LARGEST_PAGE / unit);
        if holds(bytes) {
            return Ok(bytes);
        }
        if !holds(high * unit) {
            // The largest page is not a multiple of a large unit.
            return match unit {
                1024 => Err(TooLarge),
                _ => self.at_least_a_row(bytes, 1024),
            };
        }
        // `low` units are too few and `high` are enough.
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if holds(middle * unit) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Ok(high * unit)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Rows with a bit each, and a page header of 40 bytes.
    fn rules(row: u64) -> PageRules<impl Fn(u64) -> u64> {
        PageRules {
            least: 1024,
            rows_in: move |page: u64| 8 * page.saturating_sub(40) / (8 * row + 1),
        }
    }

    #[test]
    fn zero_chooses_64k_or_what_a_row_needs() {
        for (row, page) in [(8, 64), (816, 64), (60_000, 64), (65_496, 72), (100_000, 104)] {
            assert_eq!(rules(row).page_bytes(0), Ok(page * 1024), "{row}");
        }
    }

    #[test]
    fn a_size_is_rounded_up_to_1k_and_until_it_holds_a_row() {
        assert_eq!(rules(8).page_bytes(1024), Ok(1024));
        assert_eq!(rules(8).page_bytes(1025), Ok(2048));
        assert_eq!(rules(5000).page_bytes(4096), Ok(5120));
        assert_eq!(rules(8).page_bytes((1 << 31) - 1), Ok(LARGEST_PAGE));
        let description = PageRules {
            least: 9000,
            ..rules(8)
        };
        assert_eq!(description.page_bytes(4096), Ok(9 * 1024));
        assert_eq!(description.page_bytes(0), Ok(64 * 1024));
        let description = PageRules {
            least: 70_000,
            ..rules(8)
        };
        assert_eq!(description.page_bytes(0), Ok(72 * 1024));
    }

    #[test]
    fn a_row_that_no_page_holds_is_refused() {
        assert_eq!(rules(1 << 31).page_bytes(0), Err(TooLarge));
        assert_eq!(rules(1 << 31).page_bytes(4096), Err(TooLarge));
        let largest_chosen = LARGEST_PAGE / UNIT * UNIT;
        assert_eq!(rules(largest_chosen - 100).page_bytes(0), Ok(largest_chosen));
        assert_eq!(rules(LARGEST_PAGE - 100).page_bytes(0), Ok(LARGEST_PAGE));
        assert_eq!(rules(LARGEST_PAGE - 100).page_bytes(4096), Ok(LARGEST_PAGE));
    }

    proptest! {
        #[test]
        fn a_page_holds_a_row_and_no_smaller_one_would_do(row in 1u64..3_000_000, requested in 1u64..5_000_000) {
            let rules = rules(row);
            let page = rules.page_bytes(requested).unwrap();
            prop_assert!(page.is_multiple_of(1024) && page >= requested && (rules.rows_in)(page) >= 1);
            prop_assert!(page - 1024 < requested || (rules.rows_in)(page - 1024) == 0);
        }
    }
}
