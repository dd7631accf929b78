//! The cores, and how many of them this process may use.
//!
//! Sources: `/sys/devices/system/cpu` (the kernel's `Documentation/admin-guide/cputopology.rst`),
//! `/proc/cpuinfo`, `/proc/self/status`, the CPU controller of control groups.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::System;
use crate::cgroup::{Group, Version};
use crate::cpulist::CpuList;
use crate::platform::{self, CoreFacts};
use crate::proc::ProcessStatus;
use crate::text::after_colon;

/// The cores of a machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cores {
    /// CPUs online, hardware threads included.
    pub logical: usize,
    /// Cores online, hardware threads of one core taken together.
    pub physical: usize,
    /// CPUs that this process may run on (its affinity, which `cpuset` groups shape too).
    pub logical_available: usize,
    /// Cores that this process may run on: those with at least one CPU that it may use.
    pub physical_available: usize,
    /// True if the machine told which CPUs share a core. If not, each CPU counts as a core.
    pub topology_known: bool,
    /// Processor packages.
    pub sockets: Option<usize>,
    /// NUMA nodes online.
    pub numa_nodes: Option<usize>,
    /// CPUs' worth of time that control groups grant; 1.5 is 150 ms of CPU time in 100 ms.
    pub quota: Option<f64>,
    /// Model of the processor.
    pub model: Option<String>,
    /// True if this is a virtual machine; on x86 from the processor's flag `hypervisor`, elsewhere only known where the
    /// firmware names one. The cores of a virtual machine are what its hypervisor makes of them: two "physical" ones
    /// may be the hardware threads of one.
    pub virtual_machine: Option<bool>,
    /// Who simulates the machine, where the firmware tells.
    pub hypervisor: Option<String>,
}

/// One CPU that is online.
struct Cpu {
    number: u32,
    core: Option<String>,
    package: Option<i64>,
}

impl Cores {
    /// Of this machine.
    pub fn host() -> Self {
        Self::at(&System::host())
    }

    /// Of a given machine.
    pub fn at(system: &System) -> Self {
        if system.is_host()
            && let Some(told) = platform::cores()
        {
            return told.into();
        }
        let cpuinfo = system.text("/proc/cpuinfo").unwrap_or_default();
        let cpus = online(system, &cpuinfo);
        let allowed = ProcessStatus::of_self(system).cpus;
        let may_use = |cpu: &&Cpu| allowed.as_ref().is_none_or(|allowed| allowed.contains(cpu.number));
        let topology_known = !cpus.is_empty() && cpus.iter().all(|cpu| cpu.core.is_some());
        let count_cores = |cpus: &[&Cpu]| {
            if topology_known {
                let cores: BTreeSet<_> = cpus.iter().map(|cpu| &cpu.core).collect();
                cores.len()
            } else {
                cpus.len()
            }
        };
        let all: Vec<&Cpu> = cpus.iter().collect();
        let available: Vec<&Cpu> = cpus.iter().filter(may_use).collect();
        let packages: BTreeSet<i64> = cpus.iter().filter_map(|cpu| cpu.package).collect();
        let (virtual_machine, hypervisor) = virtual_machine(system, &cpuinfo);
        // A process runs, so there is one CPU whatever the files say.
        Self {
            logical: all.len().max(1),
            physical: count_cores(&all).max(1),
            logical_available: available.len().max(1),
            physical_available: count_cores(&available).max(1),
            topology_known,
            sockets: (!packages.is_empty()).then_some(packages.len()),
            numa_nodes: system
                .text("/sys/devices/system/node/online")
                .and_then(|list| usize::try_from(CpuList::parse(&list).len()).ok())
                .filter(|&nodes| nodes > 0),
            quota: quota(system),
            model: model(&cpuinfo),
            virtual_machine,
            hypervisor,
        }
    }

    /// Cores' worth of work that this process can do at once: the cores that it may use, or the
    /// quota where that is less.
    pub fn usable(&self) -> f64 {
        let cores = self.physical_available as f64;
        self.quota.map_or(cores, |quota| quota.min(cores))
    }
}

impl From<CoreFacts> for Cores {
    fn from(told: CoreFacts) -> Self {
        Self {
            logical: told.logical,
            physical: told.physical,
            logical_available: told.logical_available,
            physical_available: told.physical_available,
            topology_known: told.topology_known,
            sockets: told.sockets,
            numa_nodes: told.numa_nodes,
            quota: None,
            model: told.model,
            virtual_machine: Some(told.virtual_machine),
            hypervisor: told.hypervisor,
        }
    }
}

fn online(system: &System, cpuinfo: &str) -> Vec<Cpu> {
    let folder = "/sys/devices/system/cpu";
    let list = system
        .text(format!("{folder}/online"))
        .map(|list| CpuList::parse(&list));
    let cpus: Vec<Cpu> = system
        .names(folder)
        .iter()
        .filter_map(|name| name.strip_prefix("cpu")?.parse().ok())
        .filter(|&number| list.as_ref().is_none_or(|list| list.contains(number)))
        .map(|number| {
            let topology = format!("{folder}/cpu{number}/topology");
            Cpu {
                number,
                core: core(system, &topology),
                package: system
                    .value(format!("{topology}/physical_package_id"))
                    // -1 where the firmware does not tell (ARM).
                    .filter(|&package| package >= 0),
            }
        })
        .collect();
    if !cpus.is_empty() {
        return cpus;
    }
    let bare = |number| Cpu {
        number,
        core: None,
        package: None,
    };
    let listed: Vec<Cpu> = cpuinfo
        .lines()
        .filter_map(|line| line.split_once(':'))
        .filter(|(key, _)| key.trim() == "processor")
        .filter_map(|(_, number)| number.trim().parse().ok())
        .map(bare)
        .collect();
    if !listed.is_empty() || !system.is_host() {
        return listed;
    }
    // Neither /sys nor /proc: the C library's way, which asks for the affinity.
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    (0..u32::try_from(count).unwrap_or(1)).map(bare).collect()
}

/// Returns a text that is the same for all CPUs of a core and for no other CPU.
///
/// The list of the CPUs on the core is that by definition. `core_id` is unique only within its
/// die, package or cluster, so it is the second choice.
fn core(system: &System, topology: &str) -> Option<String> {
    let text = |file: &str| system.text(format!("{topology}/{file}"));
    text("core_cpus_list")
        .or_else(|| text("thread_siblings_list"))
        .or_else(|| {
            let core = text("core_id")?;
            let above = ["physical_package_id", "die_id", "cluster_id"];
            let above = above.map(|file| text(file).unwrap_or_default());
            Some(format!("{} {core}", above.join(" ")))
        })
}

/// The tightest quota of all groups above, from `cpu.max` or `cpu.cfs_quota_us`.
fn quota(system: &System) -> Option<f64> {
    let group = Group::of(system, "cpu")?;
    group
        .folders
        .iter()
        .filter_map(|folder| match group.version {
            Version::Two => {
                let text = system.text(folder.join("cpu.max"))?;
                let mut words = text.split_whitespace();
                // `max` is no number: no limit here.
                let quota: f64 = words.next()?.parse().ok()?;
                let period: f64 = words.next().map_or(Ok(100_000.0), str::parse).ok()?;
                Some(quota / period)
            }
            Version::One => {
                // -1 is no limit.
                let quota: f64 = system.value(folder.join("cpu.cfs_quota_us"))?;
                let period: f64 = system.value(folder.join("cpu.cfs_period_us"))?;
                Some(quota / period)
            }
        })
        .filter(|quota| quota.is_finite() && *quota > 0.0)
        .min_by(f64::total_cmp)
}

fn model(cpuinfo: &str) -> Option<String> {
    let named = ["model name", "cpu model", "cpu", "Hardware", "Processor"]
        .iter()
        .find_map(|key| after_colon(cpuinfo, key))
        .filter(|name| !name.is_empty())
        .map(str::to_owned);
    // ARM tells numbers only; they are what `lscpu` looks up in its own table.
    named.or_else(|| {
        Some(format!(
            "ARM implementer {} part {}",
            after_colon(cpuinfo, "CPU implementer")?,
            after_colon(cpuinfo, "CPU part")?
        ))
    })
}

/// Returns whether the machine is virtual, and who says so.
fn virtual_machine(system: &System, cpuinfo: &str) -> (Option<bool>, Option<String>) {
    let flag = after_colon(cpuinfo, "flags").map(|flags| flags.split_whitespace().any(|flag| flag == "hypervisor"));
    if flag == Some(false) {
        return (Some(false), None);
    }
    let dmi = |file: &str| system.text(format!("/sys/class/dmi/id/{file}"));
    let named = system.text("/sys/hypervisor/type").or_else(|| {
        let words = format!(
            "{} {}",
            dmi("sys_vendor").unwrap_or_default(),
            dmi("product_name").unwrap_or_default()
        );
        // Words that bare metal of the same maker does not use ("Amazon EC2 c5.metal" has no
        // flag on x86, and on ARM says `metal`).
        let known = [
            ("QEMU", "QEMU"),
            ("KVM", "KVM"),
            ("VMware", "VMware"),
            ("VirtualBox", "VirtualBox"),
            ("Virtual Machine", "Hyper-V"),
            ("Google Compute Engine", "Google Cloud"),
            ("Amazon EC2", "Amazon EC2"),
            ("Alibaba Cloud", "Alibaba Cloud"),
            ("OpenStack", "OpenStack"),
            ("Xen", "Xen"),
            ("HVM domU", "Xen"),
            ("Parallels", "Parallels"),
        ];
        known
            .iter()
            .find(|(word, _)| words.contains(word) && !words.contains("metal"))
            .map(|(_, name)| (*name).to_owned())
    });
    (flag.or_else(|| named.is_some().then_some(true)), named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models() {
        assert_eq!(
            model("processor\t: 0\nmodel name\t: AMD EPYC 7763 64-Core Processor\n").as_deref(),
            Some("AMD EPYC 7763 64-Core Processor")
        );
        assert_eq!(
            model("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n").as_deref(),
            Some("ARM implementer 0x41 part 0xd0c")
        );
        assert_eq!(
            model("cpu\t\t: POWER9, altivec supported\n").as_deref(),
            Some("POWER9, altivec supported")
        );
        assert_eq!(model(""), None);
    }
}
