/**
 * Something that stops a command before it could do its work. Its message is one or
 * more whole sentences for the person at the terminal: it is printed as it stands,
 * without a stack, and the process ends with `exitCode` (1: the machine or the database
 * is not as it should be; 2: the command or the configuration is wrong).
 */
export class StartupError extends Error {
  override readonly name: string = "StartupError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
