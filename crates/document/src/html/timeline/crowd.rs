//! Combines neighbouring items that are too short to be visible.

/// The most items of a kind that are drawn, so that large pages still open.
const MOST: usize = 4_000;

/// The limit of combining: no picture is wider, so longer distances gain nothing.
const WIDEST: f64 = 1e4;

/// An interval on a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span<K> {
    /// The lane; only intervals on the same lane are combined.
    pub(super) on: K,
    /// The beginning and end, in units of the picture.
    pub(super) from: f64,
    pub(super) to: f64,
}

/// Neighbours that are drawn as one, or a single interval.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Crowd {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Their indexes, by their beginnings.
    pub(super) members: Vec<usize>,
}

/// Returns intervals in drawing order, with those shorter than `least` combined with such neighbours at a distance of
/// at most that. If too many are left, the limit is increased.
pub(super) fn crowds<K: Copy + Ord>(spans: &[Span<K>], least: f64) -> Vec<Crowd> {
    let mut order: Vec<usize> = (0..spans.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&spans[a], &spans[b]);
        let by_time = || a.from.total_cmp(&b.from).then(b.to.total_cmp(&a.to));
        a.on.cmp(&b.on).then_with(by_time)
    });
    let mut least = least;
    loop {
        let crowds = gathered(spans, &order, least);
        if crowds.len() <= MOST || least > WIDEST {
            return crowds;
        }
        least *= 2.0;
    }
}

fn gathered<K: Copy + Ord>(spans: &[Span<K>], order: &[usize], least: f64) -> Vec<Crowd> {
    let mut crowds: Vec<Crowd> = Vec::new();
    // The crowd that the next interval may join, and its lane.
    let mut open: Option<(usize, K)> = None;
    for &index in order {
        let span = &spans[index];
        let is_short = span.to - span.from < least;
        let joins = open.filter(|&(crowd, on)| on == span.on && span.from - crowds[crowd].to < least);
        match joins {
            Some((crowd, _)) if is_short => {
                crowds[crowd].to = crowds[crowd].to.max(span.to);
                crowds[crowd].members.push(index);
            }
            _ => {
                crowds.push(Crowd {
                    from: span.from,
                    to: span.to,
                    members: vec![index],
                });
                open = is_short.then_some((crowds.len() - 1, span.on));
            }
        }
    }
    crowds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(on: usize, from: f64, to: f64) -> Span<usize> {
        Span { on, from, to }
    }

    fn members(spans: &[Span<usize>]) -> Vec<Vec<usize>> {
        let crowds = crowds(spans, 1.0);
        crowds.into_iter().map(|crowd| crowd.members).collect()
    }

    #[test]
    fn short_neighbours_are_one_and_long_ones_stay_alone() {
        let spans = [
            span(0, 10.0, 20.0),
            span(0, 0.0, 0.25),
            span(0, 0.5, 0.75),
            span(0, 4.0, 4.5),
            span(0, 20.0, 20.5),
            span(1, 0.6, 0.7),
        ];
        let expected = [vec![1, 2], vec![3], vec![0], vec![4], vec![5]];
        assert_eq!(members(&spans), expected);
    }

    #[test]
    fn what_lies_within_another_comes_after_it() {
        let spans = [span(0, 2.0, 9.0), span(0, 2.0, 30.0)];
        assert_eq!(members(&spans), [[1], [0]]);
    }

    #[test]
    fn there_are_never_too_many() {
        let spans: Vec<_> = (0..64 * 1000)
            .map(|index| {
                let from = (index / 64) as f64 * 2.0;
                span(index % 64, from, from + 1.5)
            })
            .collect();
        let crowds = crowds(&spans, 1.0);
        assert!((64..=MOST).contains(&crowds.len()), "{}", crowds.len());
        let all: usize = crowds.iter().map(|crowd| crowd.members.len()).sum();
        assert_eq!(all, spans.len());
    }

    #[test]
    fn without_spans_there_is_nothing() {
        assert!(members(&[]).is_empty());
    }
}
