//! The functions of the macro language by their names.

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Bquote,
    Cmpres,
    Datatyp,
    Eval,
    Index,
    Left,
    Length,
    Lowcase,
    Nrbquote,
    Nrstr,
    Scan,
    Str,
    Substr,
    Superq,
    Symexist,
    Symglobl,
    Symlocal,
    Sysevalf,
    Sysfunc,
    Sysget,
    Sysmacexec,
    Sysmacexist,
    Sysmexecdepth,
    Sysmexecname,
    Sysprod,
    Sysrc,
    Trim,
    Unquote,
    Upcase,
    Verify,
}

/// Returns the function of a name, ignoring case. All functions count characters, so that those of several bytes a
/// character (`%ksubstr`) are the same. Also returns whether its result is masked, and whether a macro of that name can
/// replace it.
pub(super) fn find(name: &str) -> Option<(Function, bool, bool)> {
    // No name is longer, but a text can be of any length.
    if name.len() > 16 {
        return None;
    }
    let (function, masks, replaceable) = match name.to_ascii_lowercase().as_str() {
        "bquote" | "quote" => (Function::Bquote, false, false),
        "cmpres" | "kcmpres" => (Function::Cmpres, false, true),
        "qcmpres" | "qkcmpres" => (Function::Cmpres, true, true),
        "datatyp" => (Function::Datatyp, false, true),
        "eval" => (Function::Eval, false, false),
        "index" | "kindex" => (Function::Index, false, false),
        "left" | "kleft" => (Function::Left, false, true),
        "qleft" | "qkleft" => (Function::Left, true, true),
        "length" | "klength" => (Function::Length, false, false),
        "lowcase" | "klowcase" => (Function::Lowcase, false, true),
        "qlowcase" | "qklowcase" | "qklowcas" => (Function::Lowcase, true, true),
        "nrbquote" | "nrquote" => (Function::Nrbquote, false, false),
        "nrstr" => (Function::Nrstr, false, false),
        "scan" | "kscan" => (Function::Scan, false, false),
        "qscan" | "qkscan" => (Function::Scan, true, false),
        "str" => (Function::Str, false, false),
        "substr" | "ksubstr" => (Function::Substr, false, false),
        "qsubstr" | "qksubstr" => (Function::Substr, true, false),
        "superq" => (Function::Superq, false, false),
        "symexist" => (Function::Symexist, false, false),
        "symglobl" => (Function::Symglobl, false, false),
        "symlocal" => (Function::Symlocal, false, false),
        "sysevalf" => (Function::Sysevalf, false, false),
        "sysfunc" => (Function::Sysfunc, false, false),
        "qsysfunc" => (Function::Sysfunc, true, false),
        "sysget" => (Function::Sysget, false, false),
        "sysmacexec" => (Function::Sysmacexec, false, false),
        "sysmacexist" => (Function::Sysmacexist, false, false),
        "sysmexecdepth" => (Function::Sysmexecdepth, false, false),
        "sysmexecname" => (Function::Sysmexecname, false, false),
        "sysprod" => (Function::Sysprod, false, false),
        "sysrc" => (Function::Sysrc, false, true),
        "trim" | "ktrim" => (Function::Trim, false, true),
        "qtrim" | "qktrim" => (Function::Trim, true, true),
        "unquote" => (Function::Unquote, false, false),
        "upcase" | "kupcase" => (Function::Upcase, false, false),
        "qupcase" | "qkupcase" => (Function::Upcase, true, false),
        "verify" | "kverify" => (Function::Verify, false, true),
        _ => return None,
    };
    Some((function, masks, replaceable))
}

/// Returns whether there is a function of a name.
pub(in crate::macros) fn is_function(name: &str) -> bool {
    find(name).is_some()
}

/// Returns whether a function is called without arguments.
pub(in crate::macros) fn is_bare(name: &str) -> bool {
    matches!(find(name), Some((Function::Sysmexecdepth, ..)))
}

/// Returns whether macros cannot have a name, because a function has it.
pub(in crate::macros) fn is_reserved(name: &str) -> bool {
    matches!(find(name), Some((_, _, false)))
}
