//! The options of sessions on other machines, which the user sets and no program: they say what is started where.

use crate::form::number;
use crate::group::options;

options! {
    /// The start of sessions on other machines, and these machines.
    [user] HostOptions {
        BRING => brings: bool = false,
            "feedrate is copied to the hosts for as long as a session runs there. Off by default, where HOSTPROGRAM is \
             on them.";
        BRINGTO => bring_to: String = String::new(),
            "The folder on the hosts for the copy, in which programs may run; it turns BRING on. Empty by default, \
             which is that of temporary files.";
        HOSTPROGRAM => program: String = "feedrate".to_owned(),
            "The name or the path of feedrate on the hosts. feedrate by default.";
        HOSTS => hosts: String = String::new(),
            "The hosts of sessions whose SIGNON names none: names with commas, n[01-20], @FILE, or SLURM for those of \
             the allocation. None by default.";
        HOSTTIMEOUT => seconds_to_start: u32 [number(1, 86_400)] = 60,
            "Seconds in which a session on another host must be there. 60 by default.";
        LAUNCH => launcher: String = String::new(),
            "The command that starts a session on another host, with {host} for its name, such as ssh {host}. Empty by \
             default, where SASCMD= starts nothing; with HOSTS it is ssh, or srun for those of SLURM.";
    }
}
