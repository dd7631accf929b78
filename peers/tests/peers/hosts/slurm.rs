//! Slurm on the hosts: slurmd on each, slurmctld and munged on `head`, all with files of their own.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::launcher::Launcher;
use super::wait::until;
use super::{HEAD, Hosts};
use crate::program::{peer, peer_succeeds};

/// A cluster, of one partition with each host.
pub struct Slurm {
    configuration: PathBuf,
    launcher: Launcher,
}

impl Slurm {
    /// Starts the daemons, and returns when each host takes jobs.
    pub fn start(hosts: &Hosts) -> Self {
        // A missing one is told as any other peer.
        for daemon in ["munged", "slurmctld"] {
            peer(daemon, ["-V"]);
        }
        let folder = hosts.folder().join("slurm");
        fs::create_dir(&folder).expect("a folder of ours");
        let configuration = folder.join("slurm.conf");
        fs::write(&configuration, text(hosts, &folder)).expect("a folder of ours");
        fs::write(folder.join("cgroup.conf"), control_groups()).expect("a folder of ours");
        start_munge(hosts, &folder);
        let launcher = Launcher::new(format!(
            "env SLURM_CONF={} srun --quiet --nodelist={{host}} --nodes=1 --ntasks=1 --overlap --",
            configuration.display()
        ));
        let slurm = Self {
            configuration,
            launcher,
        };
        let file = slurm.configuration.to_str().expect("a path of plain text");
        hosts.head().start_daemon(&["slurmctld", "-D", "-f", file], || {
            slurm
                .command("scontrol")
                .arg("ping")
                .output()
                .is_ok_and(|output| output.status.success())
        });
        for host in hosts.all() {
            let ready = folder.join(format!("slurmd-{}.pid", host.name()));
            host.start_daemon(&["slurmd", "-D", "-f", file], || ready.exists());
        }
        until(|| slurm.is_idle(hosts), || slurm.nodes());
        slurm
    }

    /// The launcher, which the template's text names with all that it needs.
    pub fn launcher(&self) -> &Launcher {
        &self.launcher
    }

    /// A program of Slurm's in this cluster, such as `salloc`.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", &self.configuration);
        command
    }

    fn nodes(&self) -> String {
        let output = self
            .command("sinfo")
            .args(["--noheader", "--Node", "--format=%N %t"])
            .output();
        String::from_utf8_lossy(&output.expect("sinfo runs").stdout).into_owned()
    }

    fn is_idle(&self, hosts: &Hosts) -> bool {
        let nodes = self.nodes();
        nodes.lines().filter(|line| line.ends_with(" idle")).count() == hosts.all().len()
    }
}

/// slurmd asks for control groups even where nothing uses them, and fails where those of version 2 are without systemd.
/// Those of version 1 it does not look at until they are used; since Slurm 24 it can be told to do without.
fn control_groups() -> String {
    let version = peer_succeeds("slurmd", ["-V"]);
    let number = version.rsplit(' ').next().and_then(|number| number.split('.').next());
    let number: u32 = number.and_then(|number| number.parse().ok()).expect("a version");
    let plugin = if number >= 24 { "disabled" } else { "cgroup/v1" };
    format!("CgroupPlugin={plugin}\n")
}

fn start_munge(hosts: &Hosts, folder: &Path) {
    let key = folder.join("munge.key");
    let bytes: Vec<u8> = std::iter::repeat_with(|| fastrand::u8(..)).take(128).collect();
    fs::write(&key, bytes).expect("a folder of ours");
    fs::set_permissions(&key, Permissions::from_mode(0o600)).expect("a file of ours");
    let at = |option: &str, name: &str| format!("--{option}={}", folder.join(name).display());
    let words = [
        "munged".to_owned(),
        "--foreground".to_owned(),
        // A folder of a build may be open to a group.
        "--force".to_owned(),
        at("key-file", "munge.key"),
        at("socket", "munge.socket"),
        at("pid-file", "munge.pid"),
        at("seed-file", "munge.seed"),
    ];
    let socket = folder.join("munge.socket");
    hosts
        .head()
        .start_daemon(&words.each_ref().map(String::as_str), || socket.exists());
}

fn text(hosts: &Hosts, folder: &Path) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let head = hosts.head().address();
    let folder = folder.display();
    let mut lines = format!(
        "ClusterName=feedrate\n\
         SlurmctldHost={HEAD}({head})\n\
         SlurmUser=root\n\
         SlurmdUser=root\n\
         AuthType=auth/munge\n\
         AuthInfo=socket={folder}/munge.socket\n\
         StateSaveLocation={folder}/state\n\
         SlurmdSpoolDir={folder}/spool-%n\n\
         SlurmctldPidFile={folder}/slurmctld.pid\n\
         SlurmdPidFile={folder}/slurmd-%n.pid\n\
         ProctrackType=proctrack/linuxproc\n\
         TaskPlugin=task/none\n\
         SelectType=select/linear\n\
         SchedulerType=sched/builtin\n\
         SwitchType=switch/none\n\
         MpiDefault=none\n\
         JobAcctGatherType=jobacct_gather/none\n\
         AccountingStorageType=accounting_storage/none\n\
         ReturnToService=2\n"
    );
    for host in hosts.all() {
        let (name, address) = (host.name(), host.address());
        writeln!(lines, "NodeName={name} NodeAddr={address} CPUs={cores} State=UNKNOWN").expect("a text takes all");
    }
    lines + "PartitionName=all Nodes=ALL Default=YES OverSubscribe=FORCE:64 MaxTime=INFINITE State=UP\n"
}
