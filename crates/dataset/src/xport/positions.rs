//! Where the values of a row lie.
//!
//! A file tells it twice: by the order of its variables, and by the place that each description has. The
//! macro `%LOC2XPT` of the SAS System, which writes files of version 8, writes the values in the order of
//! the variables, but takes the places from the data set that it reads, where numbers come before text.
//! So where both differ, the order counts, if the places are those of the same values in another order.

use super::namestr::Described;

/// Sets the places of variables to those that their order gives. Returns the length of a row, or what in
/// the places fits no order of these variables.
pub(super) fn settle(variables: &mut [Described]) -> Result<usize, String> {
    let mut told: Vec<&Described> = variables.iter().collect();
    told.sort_by_key(|variable| variable.position);
    let mut end = 0;
    for variable in told {
        if variable.position != end {
            return Err(format!(
                "variable {} is told to begin at byte {} of a row, where the values of the others leave {}",
                variable.name,
                variable.position,
                match variable.position > end {
                    true => format!("a gap after byte {end}"),
                    false => format!("no room before byte {end}"),
                }
            ));
        }
        end += variable.length;
    }
    let mut next = 0;
    for variable in variables {
        variable.position = next;
        next += variable.length;
    }
    Ok(end)
}
