//! Sums in independent lanes, so that additions do not wait for one another and the compiler vectorizes them.

/// The number of lanes.
const LANES: usize = 8;

/// Adds values to `whole`: each of `LANES` lanes, which begin with `none`, adds every `LANES`-th value, and they
/// are merged in order; the remaining values are added last, one by one.
#[inline]
pub fn fold<A: Copy>(whole: &mut A, none: A, values: &[f64], add: impl Fn(&mut A, f64), merge: impl Fn(&mut A, &A)) {
    let (lanes, rest) = values.as_chunks::<LANES>();
    // Lanes do not pay for a few values.
    if !lanes.is_empty() {
        let mut side_by_side = [none; LANES];
        for lane in lanes {
            for (part, &value) in side_by_side.iter_mut().zip(lane) {
                add(part, value);
            }
        }
        for part in &side_by_side {
            merge(whole, part);
        }
    }
    for &value in rest {
        add(whole, value);
    }
}
