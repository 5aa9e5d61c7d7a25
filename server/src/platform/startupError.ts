/**
 * An expected error that stops a command. Its message consists of complete sentences for the operator and is printed without a
 * stack. The process ends with `exitCode` (1: problem of the machine or the database; 2: wrong command or configuration).
 */
export class StartupError extends Error {
  override readonly name: string = "StartupError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
