/** The dependencies of the kiosk operations, except the database. */
export interface KioskSettings {
  /** The installation's secret. */
  readonly secret: string;
  /** Returns the base URL of the installation, without a trailing slash. */
  readonly address: () => string;
}
