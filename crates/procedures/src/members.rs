//! The members of a library: data sets, and views.

use feedrate_dataset::{DataSetName, Error, Libraries};
use feedrate_steps::data::Fault;

/// What a member of a library is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberType {
    /// A data set.
    Data,
    /// A view of PROC SQL.
    View,
}

impl MemberType {
    /// As output has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "DATA",
            Self::View => "VIEW",
        }
    }
}

/// Which members are meant: `MEMTYPE=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberTypes {
    /// Data sets.
    pub data: bool,
    /// Views.
    pub views: bool,
}

impl MemberTypes {
    /// All that there are.
    pub const ALL: Self = Self {
        data: true,
        views: true,
    };

    /// Data sets alone.
    pub const DATA: Self = Self {
        data: true,
        views: false,
    };

    /// As output has them.
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
pub(super) struct Member {
    pub name: DataSetName,
    pub kind: MemberType,
    /// The length of its file.
    pub bytes: u64,
}

/// The members of a library that are meant, in the order of their names.
pub(super) fn members(
    libraries: &Libraries,
    library: &str,
    types: MemberTypes,
) -> Result<Vec<Member>, Box<Fault>> {
    let mut members = Vec::new();
    let mut add = |found: Vec<feedrate_dataset::library::Member>, kind| -> Result<(), Box<Fault>> {
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

/// What a member of that name is; `None` where there is none that is meant.
pub(super) fn kind_of(
    libraries: &Libraries,
    name: &DataSetName,
    types: MemberTypes,
) -> Result<Option<MemberType>, Box<Fault>> {
    if types.data && libraries.exists(name)? {
        return Ok(Some(MemberType::Data));
    }
    if types.views && libraries.view(name)?.is_some() {
        return Ok(Some(MemberType::View));
    }
    Ok(None)
}
