//! Values that are added side by side, so that the additions need not wait for one another and the compiler
//! makes vector instructions of them.

/// How many values are added side by side.
const LANES: usize = 8;

/// Adds values to `whole`: [`LANES`] parts, which begin with `none`, take every so many-th value, and are
/// merged in their order; the values that are left come last, one by one.
#[inline]
pub fn fold<A: Copy>(
    whole: &mut A,
    none: A,
    values: &[f64],
    add: impl Fn(&mut A, f64),
    merge: impl Fn(&mut A, &A),
) {
    let (lanes, rest) = values.as_chunks::<LANES>();
    // A few values are not worth the parts.
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
