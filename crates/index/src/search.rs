//! Where what is below ends, among things in order.

/// Returns the number of indexes below `count` that satisfy `is_below`; these come before all others.
#[inline]
pub(crate) fn partition(count: usize, is_below: impl Fn(usize) -> bool) -> usize {
    let (mut first, mut left) = (0, count);
    while left > 1 {
        let half = left / 2;
        // Both outcomes are as likely, so a conditional move is better than a branch.
        first = std::hint::select_unpredictable(is_below(first + half - 1), first + half, first);
        left -= half;
    }
    first + usize::from(left == 1 && is_below(first))
}

/// [`partition`] where each round looks at fifteen places. They do not depend on each other, so that a processor waits
/// for all their cache lines at once, and the number of rounds is a quarter.
#[inline]
pub(crate) fn partition_by_sixteenths(count: usize, is_below: impl Fn(usize) -> bool) -> usize {
    let (mut first, mut left) = (0, count);
    while left > 16 {
        let step = left / 16;
        let below: usize = (1..16).map(|part| usize::from(is_below(first + part * step - 1))).sum();
        first += below * step;
        left = if below == 15 { left - 15 * step } else { step };
    }
    first
        + (0..left)
            .map(|index| usize::from(is_below(first + index)))
            .sum::<usize>()
}

/// [`partition`] where the end is probably near `guess`: only what lies around it is looked at if so.
#[inline]
pub(crate) fn partition_near(count: usize, guess: usize, is_below: impl Fn(usize) -> bool) -> usize {
    let mut step = 8;
    if guess < count && is_below(guess) {
        let mut first = guess + 1;
        loop {
            let probe = first.saturating_add(step);
            if probe >= count {
                return first + partition(count - first, |index| is_below(first + index));
            }
            if !is_below(probe) {
                return first + partition(probe - first, |index| is_below(first + index));
            }
            first = probe + 1;
            step *= 4;
        }
    }
    let mut end = guess.min(count);
    loop {
        let Some(probe) = end.checked_sub(step) else {
            return partition(end, is_below);
        };
        if is_below(probe) {
            let first = probe + 1;
            return first + partition(end - first, |index| is_below(first + index));
        }
        end = probe;
        step *= 4;
    }
}

#[cfg(test)]
mod tests {
    use super::{partition, partition_by_sixteenths, partition_near};

    #[test]
    fn every_place_is_found() {
        for count in 0..600 {
            for end in 0..=count {
                assert_eq!(partition(count, |index| index < end), end);
                assert_eq!(partition_by_sixteenths(count, |index| index < end), end);
                for guess in [0, end / 2, end.saturating_sub(9), end, end + 7, count, 9999] {
                    assert_eq!(partition_near(count, guess, |index| index < end), end);
                }
            }
        }
    }

    #[test]
    fn no_place_is_beyond_the_last() {
        // As damaged pages have it: in no order.
        for count in 0..600 {
            let is_below = |index: usize| index % 7 < 5 || index > count / 2;
            assert!(partition(count, is_below) <= count);
            assert!(partition_by_sixteenths(count, is_below) <= count);
            assert!((0..count + 2).all(|guess| partition_near(count, guess, is_below) <= count));
        }
    }
}
