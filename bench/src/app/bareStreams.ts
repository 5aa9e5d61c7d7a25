import { createServer } from "node:http";

// The reference for the memory use of `GET …/changes`: a server that keeps every stream open and does nothing else.
createServer(({ url }, response) => {
  if (url === "/ready") return void response.end();
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("event: ready\n\n");
}).listen(Number(process.env.PORT), "127.0.0.1");
