/** Returns a message for the kind of failure. Does not use the error's own message, because it may contain text from the receiver. */
export function connectionErrorMessage(error: unknown): string {
  const code = codeOf(error);
  if (code.includes("CERT")) return WORDS[code] ?? "the certificate is not valid";
  if (/^ERR_(TLS|SSL)/.test(code)) return WORDS[code] ?? "the TLS handshake failed";
  return WORDS[code] ?? "the connection failed";
}

/**
 * Returns the state of the connection after an error. `made`: the other host responded, even with an invalid certificate. `none`: no
 * connection was attempted, because the address is not allowed.
 */
export function connectionOf(error: unknown): "made" | "failed" | "none" {
  const code = codeOf(error);
  if (code === "EFORBIDDENADDRESS") return "none";
  return /CERT|SIGNATURE|^ERR_(TLS|SSL)|^HPE/.test(code) ? "made" : "failed";
}

const WORDS: Readonly<Record<string, string>> = {
  EFORBIDDENADDRESS: "the address is not public",
  ENOTFOUND: "the host name has no address",
  ENODATA: "the host name has no address",
  EAI_AGAIN: "the DNS lookup failed",
  ETIMEOUT: "the DNS lookup timed out",
  ESERVFAIL: "the DNS lookup failed",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was reset",
  UND_ERR_SOCKET: "the connection was closed before the response was complete",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  ETIMEDOUT: "the connection timed out",
  EHOSTUNREACH: "the host could not be reached",
  ENETUNREACH: "the host could not be reached",
  EANSWERTOOLONG: "the response is too long",
  UND_ERR_HEADERS_OVERFLOW: "the response headers are too long",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the response body does not match its Content-Length",
  CERT_HAS_EXPIRED: "the certificate has expired",
  HPE: "the response is not HTTP",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate authority is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate authority is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate authority is not trusted",
};

/** Returns the first code in the chain of causes; if several addresses were tried, the code of the last one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors.at(-1));
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code.startsWith("HPE_") || error.name === "HTTPParserError") return "HPE";
  return code !== "" && code !== "UND_ERR_SOCKET" ? code : codeOf(error.cause) || code;
}
