/** Loads the package of a driver, which only applications that use the driver install. `load` is a plain `import('name')`. */
export async function optionalPackage<T>(name: string, variable: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The package may be installed and lack a dependency of its own. Our advice wouldn't fix that.
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error;
    throw new Error(`${variable} needs the package "${name}", which is not installed. Run: npm install ${name}`);
  }
}
