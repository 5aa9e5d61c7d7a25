/**
 * The security headers of every response, unless the route sets its own. They are the headers that helmet would set for a JSON API;
 * helmet composes them anew for every request, which a small read would notice.
 *
 * - A response of the API is never a document: it may load nothing and not be framed.
 * - `nosniff`: a browser uses the declared content type.
 * - `same-origin`: pages of other origins cannot embed a response. Without CORS headers they cannot read it either (decision 15).
 * - A link from a page does not send the page's URL, which may contain a token.
 * - Over https, browsers use https for a year. They ignore this header over http.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
};
