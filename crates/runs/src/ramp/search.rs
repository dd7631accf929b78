//! The numbers of users that are run: doubled until a limit breaks, then between the last that holds and the first that
//! breaks.

use super::level::Side;

/// The share of the users that hold by which the answer may be open, and a user at least.
const FINE: u32 = 10;

/// The users that are borne, as far as the runs tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The most users for whom all limits hold for certain; 0 if there is none.
    pub bears: u32,
    /// The fewest users for whom one breaks for certain; `None` if there is none.
    pub breaks_at: Option<u32>,
}

impl Answer {
    /// Returns the answer from numbers of users, in any order, and their sides. Limits that hold beyond a number
    /// that breaks do not count: more users are not served better.
    pub fn of(sides: &[(u32, Side)]) -> Self {
        let of = |wanted: Side| sides.iter().filter(move |(_, side)| *side == wanted);
        let breaks_at = of(Side::Breaks).map(|(users, _)| *users).min();
        let holds = of(Side::Holds).map(|(users, _)| *users);
        let bears = holds
            .filter(|users| breaks_at.is_none_or(|breaks| *users < breaks))
            .max();
        Self {
            bears: bears.unwrap_or(0),
            breaks_at,
        }
    }

    /// Returns the fewest and the most users that may be what is borne.
    pub fn range(&self) -> (u32, Option<u32>) {
        (self.bears, self.breaks_at.map(|users| users.saturating_sub(1)))
    }
}

/// Returns the number of users to run next, `most` at most; `None` if the answer is as narrow as it gets.
pub fn next_users(sides: &[(u32, Side)], most: u32) -> Option<u32> {
    let answer = Answer::of(sides);
    let Some(breaks) = answer.breaks_at else {
        let last = sides.iter().map(|(users, _)| *users).max().unwrap_or(0);
        let next = last.saturating_mul(2).max(1).min(most);
        return (next > last).then_some(next);
    };
    let open = sides
        .iter()
        .filter(|(users, side)| *side == Side::Undecided && *users > answer.bears && *users < breaks);
    let open: Vec<u32> = open.map(|(users, _)| *users).collect();
    let fine = (answer.bears / FINE).max(1);
    let first = open.iter().min().copied().unwrap_or(breaks);
    let last = open.iter().max().copied().unwrap_or(answer.bears);
    // Of the two gaps the wider one.
    let gaps = [(answer.bears, first), (last, breaks)];
    let (low, high) = gaps.into_iter().max_by_key(|(low, high)| high - low)?;
    (high - low > fine).then(|| low + (high - low) / 2)
}

#[cfg(test)]
mod tests {
    use super::Side::{Breaks, Holds, Undecided};
    use super::*;

    /// Runs a search whose numbers of users up to `holds` hold, from `breaks` on break, and are open in between.
    fn searched(holds: u32, breaks: u32, most: u32) -> (Answer, Vec<u32>) {
        let mut sides = Vec::new();
        while let Some(users) = next_users(&sides, most) {
            let side = match users {
                users if users <= holds => Holds,
                users if users >= breaks => Breaks,
                _ => Undecided,
            };
            sides.push((users, side));
            assert!(sides.len() < 40, "{sides:?}");
        }
        let ran = sides.iter().map(|(users, _)| *users).collect();
        (Answer::of(&sides), ran)
    }

    #[test]
    fn users_are_doubled_and_then_halved_between() {
        let (answer, ran) = searched(5, 6, 1000);
        assert_eq!(ran, [1, 2, 4, 8, 6, 5]);
        assert_eq!((answer.bears, answer.breaks_at), (5, Some(6)));
        assert_eq!(answer.range(), (5, Some(5)));
    }

    #[test]
    fn every_border_is_found_within_a_tenth() {
        for border in 1..300 {
            let (answer, _) = searched(border, border + 1, 1000);
            let (low, high) = answer.range();
            assert!(low <= border && border <= high.unwrap(), "{border}: {answer:?}");
            assert!(high.unwrap() - low <= low / FINE, "{border}: {answer:?}");
        }
    }

    #[test]
    fn what_stays_open_is_narrowed_from_both_sides() {
        for (holds, breaks) in [(3, 7), (10, 20), (0, 3), (40, 41), (99, 140)] {
            let (answer, ran) = searched(holds, breaks, 1000);
            let fine = (holds / FINE).max(1);
            assert!(answer.bears + fine > holds, "{holds}: {answer:?} {ran:?}");
            assert!(
                answer.breaks_at.unwrap() < breaks + fine,
                "{breaks}: {answer:?} {ran:?}"
            );
        }
    }

    #[test]
    fn no_more_than_the_most_run_and_none_may_hold() {
        let (answer, ran) = searched(1000, 1001, 12);
        assert_eq!(ran, [1, 2, 4, 8, 12]);
        assert_eq!(answer.range(), (12, None));
        assert_eq!(searched(0, 1, 12).0.range(), (0, Some(0)));
    }

    #[test]
    fn more_users_are_not_served_better() {
        let answer = Answer::of(&[(1, Holds), (2, Breaks), (4, Holds)]);
        assert_eq!(answer.range(), (1, Some(1)));
    }
}
