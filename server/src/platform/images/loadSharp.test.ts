import { expect, test, vi } from "vitest";
import { png, sourceOf } from "../../../test/fixtures/images.ts";

test("without a binary of sharp for the platform, modules load and only an upload fails, with the reason", async () => {
  vi.doMock("sharp", () => {
    throw new Error('Could not load the "sharp" module');
  });
  const { processImage } = await import("./processImage.ts");
  const failing = processImage(sourceOf(png()));
  await expect(failing).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("the package sharp has no binary for"),
  });
  vi.doUnmock("sharp");
});
