import { expect, test } from "vitest";
import { codeEmail } from "./codeEmail.ts";

const link = "https://book.example.com/b/lindenhof/code/1?code=314159";
const emailIn = (locale: string, business = "Salon Lindenhof") =>
  codeEmail("zoe@example.com", { business, code: "314159", link, locale });

test.each([
  ["en-GB", "your code is 314159", "Or confirm with this link:", "valid for 10 minutes"],
  ["de-AT", "Ihr Code lautet 314159", "Oder mit diesem Link bestätigen:", "gelten 10 Minuten"],
  ["fr-FR", "votre code est 314159", "Ou confirmer avec ce lien :", "valables 10 minutes"],
  ["es-ES", "su código es 314159", "O confirmar con este enlace:", "válidos durante 10 minutos"],
])(
  "the e-mail with a code has the code and the link as text and as HTML: %s",
  (locale, subject, label, validity) => {
    const email = emailIn(locale);
    expect(email.subject).toContain(subject);
    expect(email.text).toContain(`\n\n314159\n\n${label}\n${link}\n`);
    expect(email.html).toContain(`<html lang="${locale.slice(0, 2)}">`);
    expect(email.html).toMatch(/<p style="[^"]+">314159<\/p>/);
    expect(email.html).toContain(`<a href="${link}"`);
    // Without a mail server, the server logs the code, so that developers can use the page on a laptop.
    expect(email.logged).toBe("The code of this e-mail is 314159.");
    for (const body of [email.text, email.html]) expect(body).toContain(validity);
  },
);

test("the e-mail with a code is in English for other languages, and the name of the business is text", () => {
  const { html, text } = emailIn("it-IT", "<b>Lindenhof</b>\r\n& Co");
  expect(html).toContain('<html lang="en">');
  expect(html).toContain("Your code to book at &lt;b&gt;Lindenhof&lt;/b&gt; &amp; Co:");
  expect(text.split("\n")[0]).toBe("Your code to book at <b>Lindenhof</b> & Co:");
});
