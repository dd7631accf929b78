//! Writes the seeds of all targets: `seeds FOLDER` makes a folder in it for each target.

use std::fs;
use std::io;
use std::path::PathBuf;

fn main() -> io::Result<()> {
    let folder = PathBuf::from(
        std::env::args_os()
            .nth(1)
            .ok_or_else(|| io::Error::other("name the folder that the seeds go to"))?,
    );
    for seed in feedrate_fuzz::seeds()? {
        let own = folder.join(seed.target);
        fs::create_dir_all(&own)?;
        fs::write(own.join(&seed.name), &seed.bytes)?;
    }
    Ok(())
}
