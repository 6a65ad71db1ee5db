// The page of the OpenAPI document. A token pasted into it stays in this page's memory.

const place = document.getElementById("api-docs");

window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: false,
  syntaxHighlight: false,
  tryItOutEnabled: false,
  validatorUrl: null,
  withCredentials: false,
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});
