//! The members of a library: data sets, and views.

pub(crate) mod grammar;

use feedrate_dataset::{DataSetName, Error, Libraries};
use feedrate_rows::StepResult;
use feedrate_rows::environment::{Environment, Severity};

/// The type of a member of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberType {
    /// A data set.
    Data,
    /// A view of PROC SQL.
    View,
}

impl MemberType {
    /// Returns its name in output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "DATA",
            Self::View => "VIEW",
        }
    }
}

/// A set of member types: `MEMTYPE=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberTypes {
    /// Data sets.
    pub data: bool,
    /// Views.
    pub views: bool,
}

impl MemberTypes {
    /// All types.
    pub const ALL: Self = Self {
        data: true,
        views: true,
    };

    /// Only data sets.
    pub const DATA: Self = Self {
        data: true,
        views: false,
    };

    /// Returns their name in output.
    pub fn name(self) -> &'static str {
        match (self.data, self.views) {
            (true, true) => "ALL",
            (false, true) => "VIEW",
            _ => "DATA",
        }
    }
}

/// A member of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub name: DataSetName,
    pub kind: MemberType,
    /// The size of its file.
    pub bytes: u64,
}

/// Returns the members of a library of these types, sorted by name.
pub(crate) fn members(libraries: &Libraries, library: &str, types: MemberTypes) -> StepResult<Vec<Member>> {
    let mut members = Vec::new();
    let mut add = |found: Vec<feedrate_dataset::library::Member>, kind| -> StepResult<()> {
        for member in found {
            members.push(Member {
                name: DataSetName::new(library, &member.name).map_err(Error::from)?,
                kind,
                bytes: member.bytes,
            });
        }
        Ok(())
    };
    if types.data {
        add(libraries.members(library)?, MemberType::Data)?;
    }
    if types.views {
        add(libraries.view_members(library)?, MemberType::View)?;
    }
    members.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(members)
}

/// Deletes a member, and notes it.
///
/// # Errors
///
/// Returns an error if it cannot be deleted.
pub(crate) fn delete(name: &DataSetName, kind: MemberType, environment: &mut Environment<'_>) -> StepResult<()> {
    let text = format!("Deleting {name} (memtype={}).", kind.name());
    environment.log.message(Severity::Note, &text);
    match kind {
        MemberType::Data => environment.libraries.delete(name)?,
        MemberType::View => {
            environment.libraries.delete_view(name)?;
        }
    }
    Ok(())
}

/// Returns the type of a member; `None` if there is none of that name and these types.
pub(crate) fn kind_of(libraries: &Libraries, name: &DataSetName, types: MemberTypes) -> StepResult<Option<MemberType>> {
    if types.data && libraries.exists(name)? {
        return Ok(Some(MemberType::Data));
    }
    if types.views && libraries.view(name)?.is_some() {
        return Ok(Some(MemberType::View));
    }
    Ok(None)
}
