//! Linux.

mod limits;
mod names;
mod permissions;

pub(crate) use limits::{check_file_size, most_open_files, random};
pub(crate) use names::{
    check_may_replace, error_of_existing, exchange, is_never_replaced, open_to_lock, rename_to_new, replace,
};
pub(crate) use permissions::{
    PRIVATE, is_marked, is_own_draft, is_own_draft_at, mark, new_draft, permissions_of, set_permissions,
    take_access_list, take_owner, without_group,
};

/// True if the time of the last change of a file is that of its last write while it is open to be written, too.
pub(crate) const TIMES_ARE_EXACT: bool = true;
