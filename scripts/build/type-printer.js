import ts from 'typescript';

const isProject = (node) => !/node_modules/.test(node.getSourceFile().fileName);
const indented = (text) => text.replaceAll(/^(?=.)/gm, '  ');

/**
 * Prints the types that one module exports, and all that they are made of, as declarations. It imports only the types of peers,
 * and those that a base module exports.
 */
export class TypePrinter {
  #checker;
  #program;
  #exports;
  /** Declarations by their symbol: undefined while they wait. */
  #printed = new Map();
  #names = new Map();
  /** Names of what browsers and node have, and the language has not: a reader may know the types of neither. */
  #globals = new Set();
  /** Exported names of types that other names or computations lead to. */
  #named = new Map();
  /** The symbols that the base module exports. */
  #base = new Set();
  #baseModule;
  /** Names of types by the module that they are imported from. */
  #imports = new Map();

  constructor(program, source, base) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
    this.#exports = this.#exportsOf(source);
    this.#named = this.#namedTypes();
    if (base === undefined) return;
    this.#base = this.#exportsOf(base.source);
    this.#baseModule = base.module;
  }

  print() {
    for (const symbol of this.#exports) this.#need(symbol);
    for (const [symbol] of this.#printed) this.#printed.set(symbol, this.#declaration(symbol));
    const imports = [...this.#imports].map(
      ([module, names]) => `import type { ${[...names].sort().join(', ')} } from '${module}';\n`,
    );
    const head = imports.length === 0 ? '' : `${imports.join('')}\n`;
    const globals = [...this.#globals].map((name) => `  interface ${name} {}\n`).join('');
    const declared = globals === '' ? '' : `declare global {\n${globals}}\n\n`;
    return `/// <reference lib="esnext.disposable" />\n\n${head}${declared}${[...this.#printed.values()].join('\n\n')}\n`;
  }

  #exportsOf(source) {
    const exported = this.#checker.getExportsOfModule(this.#checker.getSymbolAtLocation(source));
    return new Set(exported.map((symbol) => this.#original(symbol)));
  }

  /** The exported aliases of computed types, by these types: each is printed by its name wherever it stands. */
  #namedTypes() {
    const aliases = [...this.#exports].filter(({ flags }) => flags & ts.SymbolFlags.TypeAlias);
    const pairs = aliases.map((symbol) => [this.#checker.getDeclaredTypeOfSymbol(symbol), symbol]);
    const structured = ts.TypeFlags.Object | ts.TypeFlags.Intersection;
    return new Map(pairs.filter(([type, symbol]) => type.flags & structured && type.aliasSymbol !== symbol));
  }

  /** The module from which a type is imported; undefined for one that is printed here. */
  #importedFrom(symbol) {
    if (this.#exports.has(symbol)) return undefined;
    return this.#base.has(symbol) ? this.#baseModule : ambientModuleOf(symbol.declarations[0]);
  }

  /** Its name, after it was put on the list of what is to be printed, or imported. */
  #need(symbol) {
    const module = this.#importedFrom(symbol);
    if (module !== undefined) {
      this.#imports.set(module, (this.#imports.get(module) ?? new Set()).add(symbol.name));
      return symbol.name;
    }
    if (!this.#printed.has(symbol)) {
      const other = this.#names.get(symbol.name);
      if (other !== undefined) throw new Error(`two types have the name ${symbol.name}`);
      this.#names.set(symbol.name, symbol);
      this.#printed.set(symbol, undefined);
    }
    return symbol.name;
  }

  #original(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #declaration(symbol) {
    const [node] = symbol.declarations;
    const start = docsOf(node) + (this.#exports.has(symbol) ? 'export ' : '');
    const parameters = (node.typeParameters ?? []).map((parameter) => this.#text(parameter)).join(', ');
    const generic = parameters === '' ? '' : `<${parameters}>`;
    if (ts.isInterfaceDeclaration(node)) {
      const heritage = (node.heritageClauses ?? []).map((clause) => ` ${this.#text(clause)}`).join('');
      return `${start}interface ${symbol.name}${generic}${heritage} ${this.#members(node.members)}`;
    }
    if (ts.isTypeAliasDeclaration(node)) return `${start}type ${symbol.name}${generic} = ${this.#alias(node, symbol)};`;
    if (ts.isClassDeclaration(node)) return start + this.#class(node);
    const type = this.#checker.getTypeOfSymbol(symbol);
    if (!ts.isFunctionDeclaration(node)) return `${start}declare const ${symbol.name}: ${this.#type(type)};`;
    return `${start}declare function ${symbol.name}${this.#signature(type.getCallSignatures()[0], ': ')};`;
  }

  #alias({ type }, symbol) {
    const declared = this.#checker.getDeclaredTypeOfSymbol(symbol);
    // Its computation would lead back to its own name.
    if (this.#named.get(declared) === symbol) return this.#type(declared, symbol);
    return this.#annotation(type, symbol);
  }

  /** As the compiler declares it, which leaves out what is private. */
  #class(node) {
    let declared;
    this.#program.emit(node.getSourceFile(), (_name, text) => (declared = text), undefined, true);
    const file = ts.createSourceFile('a.d.ts', declared, ts.ScriptTarget.Latest, true);
    for (const clause of node.heritageClauses ?? []) this.#text(clause);
    for (const { type, parameters = [] } of node.members)
      for (const it of [{ type }, ...parameters]) if (it.type) this.#text(it.type);
    const copy = file.statements.find((it) => ts.isClassDeclaration(it) && it.name.text === node.name.text);
    return copy.getText().replace(/^export /, '');
  }

  #members(members) {
    const lines = members.map((member) => {
      const readonly =
        ts
          .getModifiers(member)
          ?.map((it) => `${it.getText()} `)
          .join('') ?? '';
      const name = `${member.name?.getText()}${member.questionToken ? '?' : ''}`;
      if (ts.isPropertySignature(member))
        return `${docsOf(member)}${readonly}${name}: ${this.#annotation(member.type)};`;
      return `${docsOf(member)}${this.#text(member)}`;
    });
    return `{\n${indented(lines.join('\n'))}\n}`;
  }

  /** The annotation as it stands there, or its result where it computes with types that are only for the sources. */
  #annotation(node, alias) {
    return this.#isPlain(node) ? this.#text(node) : this.#type(this.#checker.getTypeFromTypeNode(node), alias);
  }

  #isPlain(node) {
    if (ts.isTypeQueryNode(node) || ts.isImportTypeNode(node)) return false;
    if (ts.isTypeReferenceNode(node)) {
      const symbol = this.#original(this.#checker.getSymbolAtLocation(node.typeName));
      const [declared] = symbol.declarations ?? [];
      const isGeneric = ts.isTypeAliasDeclaration(declared) && declared.typeParameters !== undefined;
      const isInternal = isProject(declared) ? isGeneric || ts.isClassDeclaration(declared) : !this.#isGlobal(declared);
      if (isInternal && !this.#isReachable(symbol)) return false;
    }
    return ts.forEachChild(node, (child) => !this.#isPlain(child)) !== true;
  }

  /** Whether readers can name it. */
  #isReachable(symbol) {
    return this.#exports.has(symbol) || this.#importedFrom(symbol) !== undefined;
  }

  #isGlobal(declared) {
    return this.#program.isSourceFileDefaultLibrary(declared.getSourceFile()) || isOfNode(declared);
  }

  #needGlobal({ name, declarations }) {
    if (!declarations.some((it) => this.#program.isSourceFileDefaultLibrary(it.getSourceFile())))
      this.#globals.add(name);
  }

  /** The text of a node, with what it names put on the list. */
  #text(node) {
    const visit = (it) => {
      if (ts.isIdentifier(it)) {
        const symbol = this.#checker.getSymbolAtLocation(it);
        const original = symbol && this.#original(symbol);
        const [declared] = original?.declarations ?? [];
        const isType =
          declared &&
          (ts.isInterfaceDeclaration(declared) ||
            ts.isTypeAliasDeclaration(declared) ||
            ts.isClassDeclaration(declared));
        if (isType && isProject(declared)) this.#need(original);
        else if (isType) this.#needGlobal(original);
      }
      ts.forEachChild(it, visit);
    };
    visit(node);
    return node.getText();
  }

  /** A type, by its name or written out; the type of an alias by any name but that. */
  #type(type, alias) {
    const named = this.#nameOf(type, alias);
    if (named !== undefined) return named;
    if (type.isUnion()) return this.#union(type);
    if (type.isIntersection()) return type.types.map((part) => this.#type(part)).join(' & ');
    if (!(type.flags & ts.TypeFlags.Object)) return this.#checker.typeToString(type);
    if (this.#checker.isTupleType(type) || this.#checker.isArrayType(type)) return this.#array(type);
    const [call] = type.getCallSignatures();
    if (call !== undefined) return this.#signature(call, ' => ');
    return this.#object(type);
  }

  #nameOf(type, alias) {
    const { aliasSymbol } = type;
    const name = this.#named.get(type);
    if (name !== undefined && name !== alias) return this.#need(name);
    const [aliased] = aliasSymbol?.declarations ?? [];
    if (aliased && aliasSymbol !== alias && isProject(aliased) && !type.aliasTypeArguments)
      return this.#need(aliasSymbol);
    const [declared] = type.symbol?.declarations ?? [];
    if (!declared || !(ts.isInterfaceDeclaration(declared) || ts.isClassDeclaration(declared))) return undefined;
    if (this.#checker.isArrayType(type)) return undefined;
    if (isProject(declared) && ts.isClassDeclaration(declared) && !this.#isReachable(type.symbol))
      throw new Error(`${type.symbol.name} is a class that is not exported`);
    if (isProject(declared)) return this.#need(type.symbol);
    this.#needGlobal(type.symbol);
    if (!this.#isGlobal(declared)) throw new Error(`${type.symbol.name} is a type of a package`);
    const args = this.#checker.getTypeArguments(type).map((arg) => this.#type(arg));
    return type.symbol.name + (args.length > 0 ? `<${args.join(', ')}>` : '');
  }

  #union({ types: all }) {
    // Of an optional property, undefined is a part only where it stands there: exactOptionalPropertyTypes tells them apart.
    const types = all.filter(
      (part) => !(part.flags & ts.TypeFlags.Undefined) || part === this.#checker.getUndefinedType(),
    );
    const isBoolean = types.filter((part) => part.flags & ts.TypeFlags.BooleanLiteral).length === 2;
    const parts = isBoolean ? types.filter((part) => !(part.flags & ts.TypeFlags.BooleanLiteral)) : types;
    const texts = parts.map((part) =>
      part.getCallSignatures().length > 0 ? `(${this.#type(part)})` : this.#type(part),
    );
    return [...texts, ...(isBoolean ? ['boolean'] : [])].join(' | ');
  }

  #array(type) {
    const args = this.#checker.getTypeArguments(type);
    const isReadonly = type.target.readonly || type.symbol?.name === 'ReadonlyArray';
    if (this.#checker.isTupleType(type))
      return `${isReadonly ? 'readonly ' : ''}[${args.map((arg) => this.#type(arg)).join(', ')}]`;
    return `${isReadonly ? 'Readonly' : ''}Array<${this.#type(args[0])}>`;
  }

  #signature(signature, arrow) {
    const parameters = signature.getParameters().map((parameter) => {
      const node = parameter.valueDeclaration;
      const isOptional = node ? this.#checker.isOptionalParameter(node) : parameter.flags & ts.SymbolFlags.Optional;
      const type = this.#checker.getTypeOfSymbol(parameter);
      return `${parameter.name}${isOptional ? '?' : ''}: ${this.#type(isOptional ? this.#checker.getNonNullableType(type) : type)}`;
    });
    return `(${parameters.join(', ')})${arrow}${this.#type(signature.getReturnType())}`;
  }

  #object(type) {
    const index = this.#checker
      .getIndexInfosOfType(type)
      .map(
        ({ keyType, type: value, isReadonly }) =>
          `${isReadonly ? 'readonly ' : ''}[key: ${this.#type(keyType)}]: ${this.#type(value)};`,
      );
    const properties = type.getProperties().map((property) => {
      const isReadonly =
        ts.getCheckFlags?.(property) & 8 ||
        (property.valueDeclaration &&
          ts.getCombinedModifierFlags(property.valueDeclaration) & ts.ModifierFlags.Readonly);
      const name = /^[A-Za-z_$][\w$]*$/.test(property.name) ? property.name : JSON.stringify(property.name);
      const isOptional = property.flags & ts.SymbolFlags.Optional;
      const docs = docsText(property.getDocumentationComment(this.#checker));
      return `${docs}${isReadonly ? 'readonly ' : ''}${name}${isOptional ? '?' : ''}: ${this.#type(this.#checker.getTypeOfSymbol(property))};`;
    });
    const members = [...index, ...properties];
    return members.length === 0 ? '{}' : `{\n${indented(members.join('\n'))}\n}`;
  }
}

/** The name of the package for which `declare module` stands around a declaration. */
function ambientModuleOf(declaration) {
  const around = declaration.parent?.parent;
  return around && ts.isModuleDeclaration(around) && ts.isStringLiteral(around.name) ? around.name.text : undefined;
}

const isOfNode = (node) => /\/@types\/node\//.test(node.getSourceFile().fileName);

function docsOf(node) {
  const docs = node.jsDoc?.at(-1)?.getText();
  return docs === undefined ? '' : `${docs.replaceAll(/^ +\*/gm, ' *')}\n`;
}

function docsText(parts) {
  const text = ts.displayPartsToString(parts);
  return text === '' ? '' : `/** ${text.replaceAll('\n', '\n * ')} */\n`;
}
