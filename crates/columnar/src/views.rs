//! Character values as views of blocks of bytes, which are shared rather than copied.

use arrow_array::builder::make_view;
use arrow_array::{Array, BinaryViewArray};
use arrow_buffer::{Buffer, ScalarBuffer};
use arrow_schema::ArrowError;
use feedrate_dataset::file_format::{fitted, without_blanks};

use crate::lost_values::LostValues;

/// The longest value that lies in its view; the view of a longer one refers to a block.
const INLINE: usize = 12;

/// Character values without trailing blanks, and none of them NULL.
#[derive(Debug)]
pub struct FittedTexts {
    pub views: ScalarBuffer<u128>,
    /// The blocks to which the views refer; none if no value needs them.
    pub blocks: Vec<Buffer>,
}

impl FittedTexts {
    /// Returns values of UTF-8, each at most `length` bytes long; NULL is empty. The blocks are those of `texts`.
    pub fn new(texts: &BinaryViewArray, length: usize, lost: &mut LostValues) -> Self {
        let views = texts.views();
        let (mut is_fit, mut longest) = (texts.null_count() == 0, 0);
        for &view in views {
            let bytes = bytes_of(view);
            longest = longest.max(bytes);
            is_fit &= bytes <= length && last_byte(texts, view) != Some(b' ');
        }
        Self {
            views: match is_fit {
                true => views.clone(),
                false => ScalarBuffer::from_iter((0..texts.len()).map(|index| fitted_view(texts, index, length, lost))),
            },
            blocks: match longest > INLINE {
                true => texts.data_buffers().to_vec(),
                false => Vec::new(),
            },
        }
    }

    /// Returns them as an array.
    ///
    /// # Errors
    ///
    /// Returns the error of Arrow if a view refers to bytes that are not there.
    pub fn into_array(self) -> Result<BinaryViewArray, ArrowError> {
        BinaryViewArray::try_new(self.views, self.blocks, None)
    }
}

impl From<BinaryViewArray> for FittedTexts {
    /// Takes values that are fitted, and not NULL.
    fn from(texts: BinaryViewArray) -> Self {
        let (views, blocks, _) = texts.into_parts();
        Self {
            views,
            blocks: blocks.to_vec(),
        }
    }
}

/// Returns the length of the longest value without trailing blanks; NULL is empty.
pub fn longest_view(texts: &BinaryViewArray) -> usize {
    let mut longest = 0;
    for (index, &view) in texts.views().iter().enumerate() {
        if bytes_of(view) > longest && !texts.is_null(index) {
            longest = longest.max(without_blanks(texts.value(index)).len());
        }
    }
    longest
}

/// Returns the length of a value.
fn bytes_of(view: u128) -> usize {
    view as u32 as usize
}

/// Returns the block and the offset of a value that is not in its view.
fn place_of(view: u128) -> (u32, u32) {
    ((view >> 64) as u32, (view >> 96) as u32)
}

/// Returns the last byte of a value; `None` of an empty one.
#[inline]
fn last_byte(texts: &BinaryViewArray, view: u128) -> Option<u8> {
    let last = bytes_of(view).checked_sub(1)?;
    if last < INLINE {
        return Some((view >> (32 + 8 * last)) as u8);
    }
    let (block, offset) = place_of(view);
    let block = texts.data_buffers().get(block as usize)?;
    block.get(offset as usize + last).copied()
}

fn fitted_view(texts: &BinaryViewArray, index: usize, length: usize, lost: &mut LostValues) -> u128 {
    if texts.is_null(index) {
        return 0;
    }
    let (fitted, is_cut) = fitted(texts.value(index), length);
    lost.cut += u64::from(is_cut);
    let (block, offset) = place_of(texts.views()[index]);
    make_view(without_blanks(fitted), block, offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[Option<&str>], length: usize) -> (Vec<String>, u64, usize) {
        let texts = BinaryViewArray::from_iter(values.iter().map(|value| value.map(str::as_bytes)));
        let mut lost = LostValues::default();
        let fitted = FittedTexts::new(&texts, length, &mut lost).into_array().unwrap();
        assert_eq!(fitted.null_count(), 0);
        let texts = fitted.iter().flatten().map(|text| String::from_utf8(text.to_vec()));
        let texts = texts.collect::<Result<_, _>>();
        (texts.unwrap(), lost.cut, fitted.data_buffers().len())
    }

    #[test]
    fn values_are_fitted() {
        let blanks = " ".repeat(30);
        let values = [
            Some("a"),
            None,
            Some("abc  "),
            Some(""),
            Some("   "),
            Some("0123456789ab "),
            Some("0123456789abcdef"),
            Some("0123456789abcdefghi"),
            Some("0123456789abcdeä"),
            Some(&blanks),
        ];
        let expected = [
            "a",
            "",
            "abc",
            "",
            "",
            "0123456789ab",
            "0123456789abcdef",
            "0123456789abcdef",
            "0123456789abcde",
            "",
        ];
        assert_eq!(of(&values, 16), (expected.map(str::to_owned).to_vec(), 2, 1));
    }

    #[test]
    fn the_longest_value_has_no_blanks_behind_it() {
        let longest = |values: &[Option<&str>]| {
            longest_view(&BinaryViewArray::from_iter(
                values.iter().map(|value| value.map(str::as_bytes)),
            ))
        };
        assert_eq!(longest(&[]), 0);
        assert_eq!(
            longest(&[None, Some("    "), Some("ab  "), Some("c"), Some("0123456789      ")]),
            10
        );
    }

    #[test]
    fn blocks_are_kept_only_for_values_that_need_them() {
        assert_eq!(of(&[Some("0123456789ab"), Some("b")], 12).2, 0);
        assert_eq!(of(&[Some("0123456789abc"), Some("b")], 13).2, 1);
    }
}
