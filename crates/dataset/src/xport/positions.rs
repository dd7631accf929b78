//! The positions of values in a row.
//!
//! A file has them twice: implied by the order of its variables, and in each description. The macro `%LOC2XPT` of the
//! SAS System, which writes files of version 8, writes the values in the order of the variables, but copies the
//! positions from the data set that it reads, where numbers precede character values. So where both differ, the order
//! counts, if the positions are those of the same values in another order.

use super::namestr::VariableDescription;

/// Sets the positions of variables to those implied by their order. Returns the length of a row, or why the positions
/// fit no order of these variables.
pub(super) fn settle(variables: &mut [VariableDescription]) -> Result<usize, String> {
    let mut by_position: Vec<&VariableDescription> = variables.iter().collect();
    by_position.sort_by_key(|variable| variable.position);
    let mut end = 0;
    for variable in by_position {
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
