//! The programs that race: where they are, and their versions.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns a program's answer to `--version`.
pub fn version(program: &Path) -> Result<String, String> {
    let cannot = |why: String| format!("cannot run {}: {why}", program.display());
    let output = Command::new(program)
        .arg("--version")
        .output()
        .map_err(|error| cannot(error.to_string()))?;
    if !output.status.success() {
        return Err(cannot(output.status.to_string()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the path of a program that may be started from another folder. A name alone is searched for in the path,
/// as ever.
pub fn from_anywhere(program: &Path) -> PathBuf {
    let whole = || program.canonicalize().ok();
    let whole = (program.components().count() > 1).then(whole).flatten();
    whole.unwrap_or_else(|| program.to_owned())
}

/// Returns feedrate's release build in the build folder that this program lies in. Under cargo it is brought
/// up to date first: an old build would be measured and called the new one.
pub fn release_build(features: &[&str]) -> Result<PathBuf, String> {
    let here = env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    let folder = here
        .ancestors()
        .nth(2)
        .ok_or("this program lies in no build folder; name feedrate with --feedrate")?;
    let program = folder.join("release/feedrate");
    if let Some(cargo) = env::var_os("CARGO") {
        let built = Command::new(cargo)
            .args([
                "build",
                "--release",
                "--package",
                "feedrate",
                "--features",
                &features.join(","),
                "--target-dir",
            ])
            .arg(folder)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        if !built.success() {
            return Err("feedrate cannot be built".into());
        }
    }
    if program.is_file() {
        Ok(program)
    } else {
        Err(format!(
            "there is no {}; build it with: cargo build --release",
            program.display()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_alone_stays_one() {
        assert_eq!(from_anywhere(Path::new("sh")), Path::new("sh"));
        assert_eq!(from_anywhere(Path::new("./no/such")), Path::new("./no/such"));
        assert!(from_anywhere(Path::new("./src")).is_absolute());
    }
}
