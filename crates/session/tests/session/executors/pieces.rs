//! Pieces of programs, put together from smaller ones.

use proptest::prelude::*;
use proptest::strategy::Union;

/// Pieces of a program.
pub type Pieces = BoxedStrategy<String>;

/// One of these words.
pub fn one_of(words: &'static [&'static str]) -> Pieces {
    proptest::sample::select(words).prop_map(str::to_owned).boxed()
}

/// One of these, each as often as its weight says. The first is what failures shrink to.
pub fn choose(from: Vec<(u32, Pieces)>) -> Pieces {
    Union::new_weighted(from).boxed()
}

/// A template with a piece for each of its `#`.
pub fn fill<const N: usize>(template: &'static str, pieces: [&Pieces; N]) -> Pieces {
    assert_eq!(template.matches('#').count(), N, "{template}");
    let pieces: Vec<Pieces> = pieces.into_iter().cloned().collect();
    pieces
        .prop_map(move |pieces| {
            let mut parts = template.split('#');
            let mut text = parts.next().unwrap_or_default().to_owned();
            for (piece, part) in pieces.iter().zip(parts) {
                text.push_str(piece);
                text.push_str(part);
            }
            text
        })
        .boxed()
}

/// Some of these, one after the other.
pub fn some(piece: &Pieces, how_many: std::ops::Range<usize>, between: &'static str) -> Pieces {
    proptest::collection::vec(piece.clone(), how_many)
        .prop_map(move |pieces| pieces.join(between))
        .boxed()
}
