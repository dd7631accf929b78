//! The rules of a format of the language: its widths and its decimals.

use super::error::FormatError;
use super::{Form, Format, MOST_WIDTH};
use crate::spec::Spec;

/// The definition of a format of the language.
///
/// The file of each form has the rules of its formats.
pub(super) struct Rule {
    pub form: Form,
    /// The default width; `None` for that of the length of the character value.
    pub default: Option<u16>,
    pub least: u16,
    pub most: u16,
    pub decimals: Decimals,
}

/// The settings that affect formats in addition to their spec.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The character for the ordinary missing value.
    pub(super) missing: u8,
    /// The seconds by which local time is ahead of universal time.
    pub(super) utc_offset: i32,
}

/// The decimals that a spec may have.
#[derive(Clone, Copy)]
pub(super) enum Decimals {
    /// None.
    None,
    /// Any, without effect.
    Ignored,
    /// At most this many, and fewer than the width.
    UpTo(u16),
    /// At most this many, at any width: a power of ten.
    Scale(u16),
    /// The default, which 0 stands for too, as far as that fits, and the most, which are fewer than the width.
    Own(u16, u16),
}

impl Rule {
    /// Creates the rule of a format without decimals.
    pub(super) fn new(form: Form, default: u16, least: u16, most: u16) -> Self {
        Self {
            form,
            default: Some(default),
            least,
            most,
            decimals: Decimals::None,
        }
    }

    /// Creates the format of a spec, if its width and decimals are allowed.
    pub(super) fn format(self, spec: &Spec, length: usize, settings: Settings) -> Result<Format, FormatError> {
        let width = match (spec.width, self.default) {
            (Some(width), _) if !(self.least..=self.most).contains(&width) => {
                let (spec, least, most) = (spec.to_string(), self.least, self.most);
                return Err(FormatError::Width { spec, least, most });
            }
            (Some(width), _) | (None, Some(width)) => usize::from(width),
            (None, None) => self
                .form
                .width_of(length)
                .clamp(usize::from(self.least), usize::from(self.most)),
        };
        let room = u16::try_from(width).unwrap_or(MOST_WIDTH).saturating_sub(1);
        let decimals = match (spec.decimals, self.decimals) {
            (None | Some(0), Decimals::Own(own, _)) => own.min(room.saturating_sub(1)),
            (given, _) => given.unwrap_or(0),
        };
        let most = match self.decimals {
            Decimals::None => 0,
            Decimals::Ignored => decimals,
            Decimals::UpTo(most) => most.min(room),
            Decimals::Scale(most) => most,
            Decimals::Own(_, most) => most.min(room),
        };
        if decimals > most {
            return Err(FormatError::Decimals {
                spec: spec.to_string(),
                most,
            });
        }
        let places = match self.decimals {
            Decimals::UpTo(_) | Decimals::Scale(_) | Decimals::Own(..) => usize::from(decimals),
            Decimals::None | Decimals::Ignored => 0,
        };
        let form = match self.form {
            Form::Iso(form) => Form::Iso(form.at(settings.utc_offset)),
            form => form,
        };
        Ok(Format {
            width,
            places,
            missing: settings.missing,
            form,
        })
    }
}
