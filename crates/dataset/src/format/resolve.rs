//! Resolves the variables from their subheaders and the texts that these refer to.

use feedrate_values::{Kind, Spec};

use super::error::FormatError;
use super::header::trim;
use super::subheader::{Attributes, FormatReference, TextReference, VariableFormats};
use crate::compression::Compression;
use crate::encoding::Encoding;
use crate::schema::{LONGEST_LABEL, LONGEST_NAME, Variable};

/// Decoding can expand a byte to four.
const LONGER: usize = 4;

/// The texts of a file, in the order of their subheaders.
pub(super) struct Texts {
    pub(super) pieces: Vec<Vec<u8>>,
    pub(super) encoding: Encoding,
}

impl Texts {
    pub(super) fn variable(
        &self,
        name: TextReference,
        attributes: Attributes,
        shown: VariableFormats,
    ) -> Result<Variable, FormatError> {
        let name = self.text(name, LONGER * LONGEST_NAME, "name of a variable")?;
        let kind = match attributes.kind {
            1 => Kind::Number,
            2 => Kind::Text,
            other => {
                let reason = format!("variable {name} is of kind {other}");
                return Err(FormatError::description(reason));
            }
        };
        let offset = attributes.offset;
        Ok(Variable {
            offset: u32::try_from(offset)
                .map_err(|_| FormatError::description(format!("variable {name} lies at byte {offset} of a row")))?,
            label: self.text(shown.label, LONGER * LONGEST_LABEL, "label of a variable")?,
            format: self.spec(shown.format)?,
            informat: self.spec(shown.informat)?,
            name,
            kind,
            length: attributes.length,
        })
    }

    fn spec(&self, reference: FormatReference) -> Result<Option<Spec>, FormatError> {
        let name = self.text(reference.name, LONGER * LONGEST_NAME, "name of a format")?;
        let given = |number| Some(number).filter(|&number| number != 0);
        let spec = Spec {
            name: name.trim().to_ascii_uppercase(),
            width: given(reference.width),
            decimals: given(reference.decimals),
        };
        Ok((spec != Spec::default()).then_some(spec))
    }

    /// Returns a text of at most `longest` bytes, without trailing blanks.
    pub(super) fn text(&self, reference: TextReference, longest: usize, what: &str) -> Result<String, FormatError> {
        self.encoding.decode(trim(self.bytes(reference, longest, what)?))
    }

    fn bytes(&self, reference: TextReference, longest: usize, what: &str) -> Result<&[u8], FormatError> {
        if reference.length == 0 {
            return Ok(&[]);
        }
        if reference.length > longest {
            let reason = format!("the {what} is {} bytes long", reference.length);
            return Err(FormatError::description(reason));
        }
        self.pieces
            .get(reference.piece)
            .and_then(|piece| piece.get(reference.offset..reference.offset + reference.length))
            .ok_or_else(|| {
                let (piece, offset) = (reference.piece, reference.offset);
                let reason = format!("the {what}, at {offset} of text {piece}, is not there");
                FormatError::description(reason)
            })
    }

    /// Returns the compression of rows. The name of the method is the first text; newer files refer to it, older ones
    /// do not.
    pub(super) fn compression(&self, reference: TextReference) -> Result<Compression, FormatError> {
        let first = self.pieces.first().and_then(|piece| piece.get(12..20));
        let referred = self.bytes(reference, LONGEST_LABEL, "method of compression")?;
        for name in [referred, first.unwrap_or(&[])] {
            match trim(name) {
                b"SASYZCRL" => return Ok(Compression::RunLength),
                b"SASYZCR2" => return Ok(Compression::Ross),
                _ => {}
            }
        }
        Ok(Compression::None)
    }
}
