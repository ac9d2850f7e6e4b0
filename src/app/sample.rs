//! The samples that the welcome tab offers: messages of a real NativeLink, embedded.

/// A sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sample {
    /// The record of a finished action.
    ExecutionHistory,
    /// What an action used.
    ResourceUsage,
    /// What a worker sends to its scheduler.
    WorkerUpdate,
    /// What the scheduler asks of an external one.
    AssignTasks,
}

impl Sample {
    /// All samples, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::ExecutionHistory, Self::ResourceUsage, Self::WorkerUpdate, Self::AssignTasks];

    /// Its file name.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::ExecutionHistory => "historical_execute_response.bin",
            Self::ResourceUsage => "action_resource_usage.bin",
            Self::WorkerUpdate => "update_for_scheduler.bin",
            Self::AssignTasks => "assign_tasks_request.bin",
        }
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::ExecutionHistory => "A finished action",
            Self::ResourceUsage => "What an action used",
            Self::WorkerUpdate => "A worker's update",
            Self::AssignTasks => "A question to an external scheduler",
        }
    }

    /// One sentence about it.
    pub const fn about(self) -> &'static str {
        match self {
            Self::ExecutionHistory => "The response of an execution as NativeLink keeps it in its store",
            Self::ResourceUsage => "Time and memory of one action, as its worker measured them",
            Self::WorkerUpdate => "The result of an action on its way from a worker to the scheduler",
            Self::AssignTasks => "The tasks that wait and the workers that idle, put to a scheduler plugin",
        }
    }

    /// The full name of its type.
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::ExecutionHistory => "com.github.trace_machina.nativelink.remote_execution.HistoricalExecuteResponse",
            Self::ResourceUsage => "com.github.trace_machina.nativelink.remote_execution.ActionResourceUsage",
            Self::WorkerUpdate => "com.github.trace_machina.nativelink.remote_execution.UpdateForScheduler",
            Self::AssignTasks => "swarming.v1.AssignTasksRequest",
        }
    }

    /// Its bytes.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::ExecutionHistory => include_bytes!("../../assets/samples/historical_execute_response.bin"),
            Self::ResourceUsage => include_bytes!("../../assets/samples/action_resource_usage.bin"),
            Self::WorkerUpdate => include_bytes!("../../assets/samples/update_for_scheduler.bin"),
            Self::AssignTasks => include_bytes!("../../assets/samples/assign_tasks_request.bin"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Pool;

    #[test]
    fn every_sample_has_a_type_that_the_bundled_schemas_know() {
        for sample in Sample::ALL {
            assert_eq!(Pool::bundled().find(sample.type_name()).unwrap().full_name(), sample.type_name());
        }
    }
}
