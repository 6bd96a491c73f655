/** The package of a driver, which only its users have to install. `load` is a plain `import('name')`. */
export async function optionalPackage<T>(name: string, variable: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Another package may be missing inside of it, which installing this one would not mend.
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error;
    throw new Error(`${variable} asks for the package "${name}", which is not installed. Run: npm install ${name}`);
  }
}
