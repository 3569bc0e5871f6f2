declare module 'har-validator' {
  const validator: { readonly har: (document: unknown) => Promise<unknown> };
  export default validator;
}
