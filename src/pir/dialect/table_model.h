// What all operations that are registered from a table answer MLIR alike.
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

namespace paddle::pir {

class TableModel : public mlir::OperationName::Impl {
 public:
  TableModel(llvm::StringRef name, mlir::Dialect* dialect, mlir::TypeID id)
      : Impl(name, dialect, id, mlir::detail::InterfaceMap()) {}

  mlir::LogicalResult verifyRegionInvariants(mlir::Operation*) override {
    return mlir::success();
  }
  mlir::LogicalResult foldHook(
      mlir::Operation*, llvm::ArrayRef<mlir::Attribute>,
      llvm::SmallVectorImpl<mlir::OpFoldResult>&) override {
    return mlir::failure();
  }
  void getCanonicalizationPatterns(mlir::RewritePatternSet&,
                                   mlir::MLIRContext*) override {}
  mlir::OperationName::ParseAssemblyFn getParseAssemblyFn() override {
    return
        [](mlir::OpAsmParser& p, mlir::OperationState&) -> mlir::ParseResult {
          return p.emitError(p.getNameLoc(), "write \"pd_op.name\"(...)");
        };
  }
  void printAssembly(mlir::Operation* op, mlir::OpAsmPrinter& p,
                     llvm::StringRef) override {
    p.printGenericOp(op, true);
  }
  void populateDefaultAttrs(const mlir::OperationName&,
                            mlir::NamedAttrList&) override {}
  // All attributes are discardable ones: there are no properties.
  std::optional<mlir::Attribute> getInherentAttr(mlir::Operation*,
                                                 llvm::StringRef) override {
    return std::nullopt;
  }
  void setInherentAttr(mlir::Operation* op, mlir::StringAttr name,
                       mlir::Attribute value) override {
    op->setDiscardableAttr(name, value);
  }
  void populateInherentAttrs(mlir::Operation*, mlir::NamedAttrList&) override {}
  mlir::LogicalResult verifyInherentAttrs(
      mlir::OperationName, mlir::NamedAttrList&,
      llvm::function_ref<mlir::InFlightDiagnostic()>) override {
    return mlir::success();
  }
  int getOpPropertyByteSize() override { return 0; }
  void initProperties(mlir::OperationName, mlir::OpaqueProperties,
                      mlir::OpaqueProperties) override {}
  void deleteProperties(mlir::OpaqueProperties) override {}
  void populateDefaultProperties(mlir::OperationName,
                                 mlir::OpaqueProperties) override {}
  mlir::LogicalResult setPropertiesFromAttr(
      mlir::OperationName, mlir::OpaqueProperties, mlir::Attribute,
      llvm::function_ref<mlir::InFlightDiagnostic()>) override {
    return mlir::failure();
  }
  mlir::Attribute getPropertiesAsAttr(mlir::Operation*) override { return {}; }
  void copyProperties(mlir::OpaqueProperties, mlir::OpaqueProperties) override {
  }
  bool compareProperties(mlir::OpaqueProperties,
                         mlir::OpaqueProperties) override {
    return true;  // else CSE would merge nothing
  }
  llvm::hash_code hashProperties(mlir::OpaqueProperties) override {
    return llvm::hash_code(0);
  }
};

}  // namespace paddle::pir
