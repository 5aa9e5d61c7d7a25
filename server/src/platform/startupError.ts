/**
 * An error that stops a command before it starts its work. Its message is one or more complete sentences for the operator: it
 * is printed without a stack, and the process ends with `exitCode` (1: there is a problem with the machine or the database; 2:
 * the command or the configuration is wrong).
 */
export class StartupError extends Error {
  override readonly name: string = "StartupError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
